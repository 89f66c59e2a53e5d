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
 * Copies values that a method returned, since another method may modify the same object.
 *
 * <p>Arrays with nested arrays, collections, maps and mutable texts of up to a million elements are
 * copied; all other values are not.
 */
final class ReturnedValues {

  /**
   * Largest number of elements that are copied. Larger collections may compute their elements
   * instead of storing them.
   */
  private static final int MAX_ELEMENTS = 1_000_000;

  /** Deepest nesting of arrays that are copied; arrays may contain themselves. */
  private static final int MAX_DEPTH = 100;

  private int remainingElements = MAX_ELEMENTS;

  private ReturnedValues() {}

  /** Returns a copy of the content of a value, or the value itself if it cannot be copied. */
  static @Nullable Object copyOf(@Nullable Object value) {
    if (value == null || size(value) > MAX_ELEMENTS) {
      return value;
    }
    if (value.getClass().isArray()) {
      return new ReturnedValues().copyOfArray(value, MAX_DEPTH);
    }
    if (value instanceof CharSequence) {
      return value.toString();
    }
    if (value instanceof Map<?, ?> map) {
      return map instanceof SortedMap<?, ?> sorted ? new TreeMap<>(sorted) : copyOfEntries(map);
    }
    return copyOfElements((Collection<?>) value);
  }

  /**
   * Returns whether the content of a value still equals a copy of it. Calls {@code equals} of the
   * elements.
   */
  static boolean equalsCopy(@Nullable Object copy, @Nullable Object value) {
    Object now = copyOf(value);
    // maps and sets are equal regardless of their order
    boolean unordered = value instanceof Map<?, ?> || value instanceof Set<?>;
    if (unordered && copy instanceof List<?> before && now instanceof List<?> after) {
      return new HashSet<>(before).equals(new HashSet<>(after));
    }
    return Objects.deepEquals(copy, now);
  }

  /**
   * Returns the number of elements of a value that can be copied; {@link Long#MAX_VALUE} for
   * others.
   */
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

  /**
   * Returns a copy of an array and of the arrays in it, within the limits of elements and depth.
   */
  private Object copyOfArray(Object value, int depth) {
    int length = Array.getLength(value);
    if (length > remainingElements || depth == 0) {
      return value;
    }
    remainingElements -= length + 1;
    Object copy = Array.newInstance(value.getClass().getComponentType(), length);
    System.arraycopy(value, 0, copy, 0, length);
    if (copy instanceof Object[] inner) {
      for (int i = 0; i < length; i++) {
        Object element = inner[i];
        if (element != null && element.getClass().isArray()) {
          inner[i] = copyOfArray(element, depth - 1);
        }
      }
    }
    return copy;
  }

  private static Collection<?> copyOfElements(Collection<?> collection) {
    return collection instanceof SortedSet<?> sorted
        ? new TreeSet<>(sorted)
        : new ArrayList<>(collection);
  }

  /** Returns copies of the entries; a map may reuse or modify its entry objects. */
  private static Collection<?> copyOfEntries(Map<?, ?> map) {
    List<Object> entries = new ArrayList<>();
    map.forEach((key, value) -> entries.add(new SimpleImmutableEntry<Object, Object>(key, value)));
    return entries;
  }
}
