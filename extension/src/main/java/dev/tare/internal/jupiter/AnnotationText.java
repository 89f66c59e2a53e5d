package dev.tare.internal.jupiter;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.platform.commons.support.ReflectionSupport;

/** Formats an annotation as source text, without the attributes that have their default. */
final class AnnotationText {

  private AnnotationText() {}

  static String of(Annotation annotation) {
    List<String> attributes = new ArrayList<>();
    Method[] methods = annotation.annotationType().getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      Object value = ReflectionSupport.invokeMethod(method, annotation);
      if (!Objects.deepEquals(value, method.getDefaultValue())) {
        attributes.add(method.getName() + " = " + source(value));
      }
    }
    String text = String.join(", ", attributes);
    boolean valueOnly = attributes.size() == 1 && text.startsWith("value = ");
    String inside = valueOnly ? text.substring("value = ".length()) : text;
    String name = "@" + annotation.annotationType().getSimpleName();
    return inside.isEmpty() ? name : name + "(" + inside + ")";
  }

  private static String source(Object value) {
    if (value instanceof String text) {
      return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
    if (value instanceof Class<?> type) {
      return type.getSimpleName() + ".class";
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    return value.getClass().isArray() ? elements(value) : String.valueOf(value);
  }

  private static String elements(Object array) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      texts.add(source(Array.get(array, i)));
    }
    return texts.size() == 1 ? texts.get(0) : "{" + String.join(", ", texts) + "}";
  }
}
