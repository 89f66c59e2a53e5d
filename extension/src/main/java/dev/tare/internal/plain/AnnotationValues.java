package dev.tare.internal.plain;

import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Implements an annotation that is not in the source, from the values of its attributes. */
final class AnnotationValues implements InvocationHandler {

  private final Class<? extends Annotation> type;
  private final Map<String, Object> values;

  private AnnotationValues(Class<? extends Annotation> type, Map<String, Object> values) {
    this.type = type;
    this.values = Map.copyOf(values);
  }

  /**
   * Returns an instance of an annotation. Attributes that are not in the map have their default.
   *
   * @param values the values by attribute name
   */
  static <A extends Annotation> A instance(Class<A> type, Map<String, Object> values) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new AnnotationValues(type, values)));
  }

  /**
   * Refuses what the compiler would refuse in source code.
   *
   * @param operation the measuring call, for messages
   * @throws IllegalArgumentException if the annotation does not carry {@link MeasuredBy}, an
   *     attribute is unknown or null, or its value has another type
   */
  static void check(
      String operation, @Nullable Class<? extends Annotation> type, Map<String, Object> values) {
    if (type == null || !type.isAnnotationPresent(MeasuredBy.class)) {
      throw new IllegalArgumentException(
          "%s: %s does not carry @MeasuredBy; use an annotation that does, for example MaxAllocatedBytes.class"
              .formatted(operation, type == null ? "null" : "@" + type.getSimpleName()));
    }
    Map<String, Method> attributes = new TreeMap<>();
    for (Method attribute : type.getDeclaredMethods()) {
      if (attribute.getParameterCount() == 0 && !Modifier.isStatic(attribute.getModifiers())) {
        attributes.put(attribute.getName(), attribute);
      }
    }
    values.forEach((name, value) -> check(operation, type, attributes, name, value));
  }

  /** Refuses an annotation that lacks an attribute without a default. */
  static void checkComplete(
      String operation, Class<? extends Annotation> type, Map<String, Object> values) {
    for (Method attribute : type.getDeclaredMethods()) {
      if (attribute.getParameterCount() == 0
          && !Modifier.isStatic(attribute.getModifiers())
          && attribute.getDefaultValue() == null
          && !values.containsKey(attribute.getName())) {
        throw new IllegalArgumentException(
            "%s: @%s needs the attribute %s of type %s"
                .formatted(
                    operation, type.getSimpleName(), attribute.getName(), typeName(attribute)));
      }
    }
  }

  private static void check(
      String operation,
      Class<?> type,
      Map<String, Method> attributes,
      String name,
      @Nullable Object value) {
    Method attribute = attributes.get(name);
    if (attribute == null) {
      throw new IllegalArgumentException(
          "%s: @%s has no attribute %s, but %s"
              .formatted(
                  operation, type.getSimpleName(), name, String.join(", ", attributes.keySet())));
    }
    if (!wrapperType(attribute).isInstance(value)) {
      throw new IllegalArgumentException(
          "%s: the attribute %s of @%s has the type %s, not %s"
              .formatted(
                  operation,
                  name,
                  type.getSimpleName(),
                  typeName(attribute),
                  value == null ? "null" : value.getClass().getSimpleName()));
    }
  }

  private static String typeName(Method attribute) {
    return attribute.getReturnType().getSimpleName();
  }

  private static Class<?> wrapperType(Method attribute) {
    return MethodType.methodType(attribute.getReturnType()).wrap().returnType();
  }

  /** Returns whether the annotation has an attribute of this name that accepts the value. */
  static boolean accepts(Class<? extends Annotation> type, String attribute, Object value) {
    try {
      return wrapperType(type.getDeclaredMethod(attribute)).isInstance(value);
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments) {
    return switch (method.getName()) {
      case "annotationType" -> type;
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> proxy == arguments[0];
      case "toString" -> text();
      default -> values.getOrDefault(method.getName(), method.getDefaultValue());
    };
  }

  private String text() {
    return values.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(value -> value.getKey() + " = " + value.getValue())
        .collect(Collectors.joining(", ", "@" + type.getSimpleName() + "(", ")"));
  }
}
