package dev.tare;

import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** An annotation that a test writes, with attributes that it computes. */
final class WrittenAnnotation {

  private WrittenAnnotation() {}

  /**
   * Returns the metric that reads the annotation, as for a test method.
   *
   * @param attributes attributes by name; others have the options of the body, or their default
   */
  static Metric metric(
      Class<? extends Annotation> type, Map<String, Object> attributes, Options options) {
    Map<String, Object> values = new HashMap<>();
    for (Method attribute : type.getDeclaredMethods()) {
      if (!Modifier.isStatic(attribute.getModifiers())) {
        String name = attribute.getName();
        Object option = options.get(name, attribute.getDefaultValue());
        values.put(name, attributes.getOrDefault(name, option));
      }
    }
    Object annotation =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "annotationType" -> type;
                  case "toString" -> "@" + type.getSimpleName();
                  default -> values.get(method.getName());
                });
    return read(type, annotation, options);
  }

  private static Metric read(Class<? extends Annotation> type, Object annotation, Options options) {
    Object[] arguments = {annotation, options.site(), options.configuration()};
    Method method =
        Arrays.stream(type.getAnnotation(MeasuredBy.class).value().getDeclaredMethods())
            .filter(found -> found.getName().equals("of"))
            .filter(found -> found.getParameterTypes()[0] == type)
            .findFirst()
            .orElseThrow();
    try {
      method.setAccessible(true);
      return (Metric) method.invoke(null, Arrays.copyOf(arguments, method.getParameterCount()));
    } catch (InvocationTargetException e) {
      throw (RuntimeException) e.getTargetException();
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
