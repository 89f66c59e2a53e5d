package dev.tare;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Objects;

/** Renders declarations of types and members for {@link PublishedApi}. */
record MemberText(TypeText types) {

  private static final int MODIFIERS =
      Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;

  String declaration(Class<?> type) {
    int ignored = type.isInterface() ? Modifier.ABSTRACT : 0;
    return types.annotations(type)
        + Modifier.toString(type.getModifiers() & MODIFIERS & ~ignored)
        + (type.isSealed() ? " sealed " : " ")
        + kind(type)
        + (" " + types.parameters(type)).stripTrailing()
        + list(" extends ", type.getAnnotatedSuperclass())
        + list(type.isInterface() ? " extends " : " implements ", type.getAnnotatedInterfaces())
        + (type.isSealed() ? permits(type) : "");
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "@interface";
    }
    return type.isInterface()
        ? "interface"
        : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private String list(String keyword, AnnotatedType... listed) {
    return Arrays.stream(listed)
        .filter(Objects::nonNull)
        .map(types::of)
        .filter(name -> !name.matches("Object|Record|Enum<.*>|java.lang.annotation.Annotation"))
        .sorted()
        .collect(joining(", ", keyword, ""))
        .replaceAll("^" + keyword + "$", "");
  }

  private String permits(Class<?> type) {
    return Arrays.stream(type.getPermittedSubclasses())
        .map(TypeText::name)
        .sorted()
        .collect(joining(", ", " permits ", ""));
  }

  String name(Member member) {
    if (member instanceof Executable executable) {
      return (member instanceof Method ? member.getName() : "new")
          + Arrays.stream(executable.getParameters())
              .map(this::parameter)
              .collect(joining(", ", "(", ")"));
    }
    return member.getName();
  }

  private String parameter(Parameter parameter) {
    String type = types.of(parameter.getAnnotatedType());
    return parameter.isVarArgs() ? type.replaceAll("\\[]$", "...") : type;
  }

  String describe(Member member) {
    String annotations = types.annotations((AnnotatedElement) member);
    if (member instanceof Field field) {
      return annotations + field(field);
    }
    Executable executable = (Executable) member;
    String thrown = checked(executable);
    if (executable instanceof Method method) {
      return annotations + method(method) + thrown;
    }
    return annotations + modifiers(member) + types.parameters(executable) + thrown;
  }

  private String field(Field field) {
    if (field.isEnumConstant()) {
      return "constant " + Arrays.asList(field.getType().getEnumConstants()).indexOf(value(field));
    }
    boolean constant =
        Modifier.isStatic(field.getModifiers())
            && Modifier.isFinal(field.getModifiers())
            && (field.getType().isPrimitive() || field.getType() == String.class);
    return modifiers(field)
        + types.of(field.getAnnotatedType())
        + (constant ? " = " + types.value(value(field)) : "");
  }

  private static Object value(Field field) {
    try {
      field.setAccessible(true); // protected
      return Objects.requireNonNull(field.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private String method(Method method) {
    String type = types.parameters(method) + types.of(method.getAnnotatedReturnType());
    if (method.getDeclaringClass().isAnnotation()) {
      Object value = method.getDefaultValue();
      return "attribute " + type + (value == null ? ", required" : " = " + types.value(value));
    }
    return modifiers(method) + (method.isDefault() ? "default " : "") + type;
  }

  private static String modifiers(Member member) {
    return Modifier.toString(member.getModifiers() & MODIFIERS) + " ";
  }

  private String checked(Executable executable) {
    return list(
        " throws ",
        Arrays.stream(executable.getAnnotatedExceptionTypes())
            .filter(type -> !(type.getType() instanceof Class<?> thrown && unchecked(thrown)))
            .toArray(AnnotatedType[]::new));
  }

  private static boolean unchecked(Class<?> thrown) {
    return RuntimeException.class.isAssignableFrom(thrown) || Error.class.isAssignableFrom(thrown);
  }
}
