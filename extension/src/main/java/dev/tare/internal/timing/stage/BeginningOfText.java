package dev.tare.internal.timing.stage;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first characters of a value's text. Of arrays and of the JDK's collections and maps, only the
 * elements that fit are converted to text.
 */
final class BeginningOfText {

  private static final String ELLIPSIS = "...";

  /** Deepest nesting that is shown; arrays and collections may contain themselves. */
  private static final int MAX_DEPTH = 8;

  private final int width;
  private final StringBuilder text = new StringBuilder();

  private BeginningOfText(int width) {
    this.width = width;
  }

  /** Returns the first {@code width} characters of the text, followed by dots if there are more. */
  static String of(@Nullable Object value, int width) {
    BeginningOfText beginning = new BeginningOfText(width);
    beginning.add(value, MAX_DEPTH);
    StringBuilder text = beginning.text;
    return text.length() > width ? text.substring(0, width) + ELLIPSIS : text.toString();
  }

  private void add(@Nullable Object value, int depth) {
    if (value == null || !isContainer(value)) {
      text.append(value);
    } else if (depth == 0) {
      text.append(ELLIPSIS);
    } else if (value instanceof Map<?, ?> map) {
      addAll('{', map.entrySet().iterator(), '}', depth);
    } else if (value instanceof Collection<?> collection) {
      addAll('[', collection.iterator(), ']', depth);
    } else {
      addAll('[', elements(value), ']', depth);
    }
  }

  /**
   * Returns whether a value is an array, or a collection or map of the JDK. Other collections may
   * define their own text.
   */
  private static boolean isContainer(Object value) {
    return value.getClass().isArray()
        || ((value instanceof Collection<?> || value instanceof Map<?, ?>)
            && value.getClass().getClassLoader() == null);
  }

  private Iterator<?> elements(Object array) {
    int length = Math.min(Array.getLength(array), width + 1);
    Object[] elements = new Object[length];
    for (int i = 0; i < length; i++) {
      elements[i] = Array.get(array, i);
    }
    return Arrays.asList(elements).iterator();
  }

  private void addAll(char open, Iterator<?> elements, char close, int depth) {
    text.append(open);
    for (String separator = ""; elements.hasNext() && text.length() <= width; separator = ", ") {
      Object element = elements.next();
      text.append(separator);
      if (element instanceof Map.Entry<?, ?> entry) {
        add(entry.getKey(), depth - 1);
        text.append('=');
        add(entry.getValue(), depth - 1);
      } else {
        add(element, depth - 1);
      }
    }
    text.append(close);
  }
}
