package dev.tare.internal.plain;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The attributes of an annotation that stands nowhere in the source. */
final class AnnotationValues implements InvocationHandler {

  private final Class<? extends Annotation> type;
  private final Map<String, Object> values;

  private AnnotationValues(Class<? extends Annotation> type, Map<String, Object> values) {
    this.type = type;
    this.values = Map.copyOf(values);
  }

  /**
   * Returns an instance of an annotation; attributes without a value have their default.
   *
   * @param values the values by the name of the attribute
   */
  static <A extends Annotation> A instance(Class<A> type, Map<String, Object> values) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new AnnotationValues(type, values)));
  }

  /** Returns whether the annotation has an attribute that can have a value. */
  static boolean has(Class<? extends Annotation> type, String attribute, Object value) {
    try {
      Class<?> accepted = type.getDeclaredMethod(attribute).getReturnType();
      return MethodType.methodType(accepted).wrap().returnType().isInstance(value);
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
