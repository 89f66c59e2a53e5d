package dev.tare;

import static java.util.stream.Collectors.joining;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Array;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Renders types and annotations for {@link PublishedApi}. The JDK's own texts of them differ
 * between its versions. Types of {@code java.lang} and of Tare, whose simple names are unique,
 * stand without their package.
 */
record TypeText(Predicate<Class<?>> published) {

  String of(AnnotatedType type) {
    if (type instanceof AnnotatedArrayType array) {
      String brackets = annotations(array) + "[]";
      return of(array.getAnnotatedGenericComponentType())
          + (brackets.startsWith("@") ? " " : "")
          + brackets;
    }
    return annotations(type) + unannotated(type);
  }

  private String unannotated(AnnotatedType type) {
    if (type instanceof AnnotatedTypeVariable variable) {
      return variable.getType().getTypeName();
    }
    if (type instanceof AnnotatedWildcardType wildcard) {
      return "?"
          + bounds(" super ", wildcard.getAnnotatedLowerBounds())
          + bounds(" extends ", wildcard.getAnnotatedUpperBounds());
    }
    if (type instanceof AnnotatedParameterizedType generic) {
      return name((Class<?>) ((ParameterizedType) generic.getType()).getRawType())
          + Arrays.stream(generic.getAnnotatedActualTypeArguments())
              .map(this::of)
              .collect(joining(", ", "<", ">"));
    }
    return name((Class<?>) type.getType());
  }

  /** Returns the bounds after a keyword; nothing if there are none but {@code Object}. */
  private String bounds(String keyword, AnnotatedType... bounds) {
    String text = Arrays.stream(bounds).map(this::of).collect(joining(" & "));
    return text.isEmpty() || text.equals("Object") ? "" : keyword + text;
  }

  /** Returns the type parameters with their bounds, followed by a space; nothing without any. */
  String parameters(GenericDeclaration declaration) {
    TypeVariable<?>[] variables = declaration.getTypeParameters();
    return variables.length == 0
        ? ""
        : Arrays.stream(variables)
            .map(
                variable -> variable.getName() + bounds(" extends ", variable.getAnnotatedBounds()))
            .collect(joining(", ", "<", "> "));
  }

  /** Returns the annotations that exist at run time, each followed by a space. */
  String annotations(AnnotatedElement element) {
    return Arrays.stream(element.getDeclaredAnnotations())
        .map(annotation -> annotation(annotation) + " ")
        .sorted()
        .collect(joining());
  }

  private String annotation(Annotation annotation) {
    String attributes =
        Arrays.stream(annotation.annotationType().getDeclaredMethods())
            .filter(attribute -> !isDefault(attribute, annotation))
            .sorted(Comparator.comparing(Method::getName))
            .map(attribute -> attribute.getName() + "=" + value(attribute(attribute, annotation)))
            .collect(joining(", "));
    return "@"
        + annotation.annotationType().getSimpleName()
        + (attributes.isEmpty() ? "" : "(" + attributes.replaceFirst("^value=", "") + ")");
  }

  private boolean isDefault(Method attribute, Annotation annotation) {
    Object value = attribute.getDefaultValue();
    return value != null && value(value).equals(value(attribute(attribute, annotation)));
  }

  private static Object attribute(Method attribute, Annotation annotation) {
    try {
      attribute.setAccessible(true); // of an annotation that is not public
      return attribute.invoke(annotation);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Renders a constant, or the value of an attribute. */
  String value(Object value) {
    if (value.getClass().isArray()) {
      return IntStream.range(0, Array.getLength(value))
          .mapToObj(i -> value(Array.get(value, i)))
          .collect(joining(", ", "{", "}"));
    }
    if (value instanceof Class<?> type) {
      return (type.getName().startsWith("dev.tare.") && !published.test(type))
          ? "not published"
          : name(type);
    }
    if (value instanceof Annotation annotation) {
      return annotation(annotation);
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    return value instanceof String ? '"' + value.toString() + '"' : value.toString();
  }

  static String name(Class<?> type) {
    String owner = type.getPackageName();
    String name = type.getCanonicalName();
    return (owner + ".").startsWith("dev.tare.") || owner.equals("java.lang")
        ? name.substring(type.isPrimitive() ? 0 : owner.length() + 1)
        : name;
  }
}
