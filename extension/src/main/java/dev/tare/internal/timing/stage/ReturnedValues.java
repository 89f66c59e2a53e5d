package dev.tare.internal.timing.stage;

import java.lang.reflect.Array;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Copies of what a method returned, for when another one fills the same object: of arrays, with
 * those in them, collections, maps and texts that can change. Of anything else, and of what has
 * more than a million elements, there is none.
 */
final class ReturnedValues {

  /** What has more elements may compute them one by one, and have no room for all. */
  private static final int MOST_ELEMENTS = 1_000_000;

  /** Arrays may be linked, or hold themselves. */
  private static final int MOST_DEPTH = 100;

  private int left = MOST_ELEMENTS;

  private ReturnedValues() {}

  /** A copy of the content, or the value itself where none is made. */
  static @Nullable Object of(@Nullable Object value) {
    if (value == null || size(value) > MOST_ELEMENTS) {
      return value;
    }
    if (value.getClass().isArray()) {
      return new ReturnedValues().array(value, MOST_DEPTH);
    }
    if (value instanceof CharSequence) {
      return value.toString();
    }
    if (value instanceof Map<?, ?> map) {
      return map instanceof SortedMap<?, ?> sorted ? new TreeMap<>(sorted) : entries(map);
    }
    return elements((Collection<?>) value);
  }

  /** Whether the value still is what was kept of it. Only this calls methods of the elements. */
  static boolean is(@Nullable Object kept, @Nullable Object value) {
    Object now = of(value);
    // the order of a map or a set is not its content
    boolean unordered = value instanceof Map<?, ?> || value instanceof Set<?>;
    if (unordered && kept instanceof List<?> before && now instanceof List<?> after) {
      return new HashSet<>(before).equals(new HashSet<>(after));
    }
    return Objects.deepEquals(kept, now);
  }

  /** The number of elements of what can be copied; else more than may be. */
  private static long size(Object value) {
    if (value.getClass().isArray()) {
      return Array.getLength(value);
    }
    if (value instanceof CharSequence text && !(value instanceof String)) {
      return text.length();
    }
    if (value instanceof Map<?, ?> map && !(value instanceof IdentityHashMap)) {
      return map.size();
    }
    return value instanceof Collection<?> collection ? collection.size() : Long.MAX_VALUE;
  }

  /** With the arrays in it, as far as there is room. */
  private Object array(Object value, int depth) {
    int length = Array.getLength(value);
    if (length > left || depth == 0) {
      return value;
    }
    left -= length + 1;
    Object copy = Array.newInstance(value.getClass().getComponentType(), length);
    System.arraycopy(value, 0, copy, 0, length);
    if (copy instanceof Object[] inner) {
      for (int i = 0; i < length; i++) {
        Object element = inner[i];
        if (element != null && element.getClass().isArray()) {
          inner[i] = array(element, depth - 1);
        }
      }
    }
    return copy;
  }

  private static Collection<?> elements(Collection<?> collection) {
    return collection instanceof SortedSet<?> sorted
        ? new TreeSet<>(sorted)
        : new ArrayList<>(collection);
  }

  /** Copies of the entries: a map may use one object for all of them, or change theirs. */
  private static Collection<?> entries(Map<?, ?> map) {
    List<Object> entries = new ArrayList<>();
    map.forEach((key, value) -> entries.add(new SimpleImmutableEntry<Object, Object>(key, value)));
    return entries;
  }
}
