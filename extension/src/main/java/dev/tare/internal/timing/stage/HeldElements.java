package dev.tare.internal.timing.stage;

import dev.tare.internal.call.TestBodies;
import dev.tare.internal.timing.call.BenchmarkCase;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Elements of the lists, queues and arrays in the fields of a test instance. Copies from before and
 * after a call show that the call uses up its input, even if it is too short for its time to show
 * that.
 *
 * @param byField a key for each element, in the order of the elements; comparing keys calls no code
 *     of the user
 */
public record HeldElements(Map<Field, List<Object>> byField) {

  /** No elements, which no call uses up. */
  public static final HeldElements NONE = new HeldElements(Map.of());

  private static final int MAX_ELEMENTS = 100_000;

  /** Types whose elements can be read without calling code of the user. */
  private static final Set<Class<?>> COLLECTIONS =
      Set.of(ArrayList.class, ArrayDeque.class, PriorityQueue.class, Arrays.asList().getClass());

  /** Reads the elements; none if a method prepares the input of each call. */
  public static HeldElements of(BenchmarkCase benchmarkCase) {
    Object target = TestBodies.targetOf(benchmarkCase.body());
    if (target == null || benchmarkCase.isPrepared()) {
      return NONE;
    }
    Map<Field, List<Object>> byField = new LinkedHashMap<>();
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        read(field, target).flatMap(HeldElements::keys).ifPresent(keys -> byField.put(field, keys));
      }
    }
    return new HeldElements(byField);
  }

  /**
   * Returns a field whose elements the first call removed or put into another order, although the
   * second call left them as they were.
   *
   * @param between the elements after the first call
   * @param after the elements after the second call
   */
  Optional<Field> usedUp(HeldElements between, HeldElements after) {
    for (Map.Entry<Field, List<Object>> before : byField.entrySet()) {
      Field field = before.getKey();
      List<Object> left = between.byField.get(field);
      if (left != null
          && left.equals(after.byField.get(field))
          && isUsedUp(before.getValue(), left)) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }

  private static boolean isUsedUp(List<Object> before, List<Object> left) {
    return left.isEmpty()
        ? !before.isEmpty()
        : !left.equals(before) && counts(left).equals(counts(before));
  }

  private static Map<Object, Long> counts(List<Object> keys) {
    return keys.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static Optional<Object> read(Field field, Object target) {
    try {
      return !field.isSynthetic() && !field.getType().isPrimitive() && field.trySetAccessible()
          ? Optional.ofNullable(field.get(target)) // which ignores the target of a static field
          : Optional.empty();
    } catch (IllegalAccessException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the keys of the elements that a value has; empty if it has too many or cannot be read.
   */
  private static Optional<List<Object>> keys(Object value) {
    if (COLLECTIONS.contains(value.getClass())) {
      Collection<?> collection = (Collection<?>) value;
      return collection.size() > MAX_ELEMENTS ? Optional.empty() : keys(collection.toArray());
    }
    if (!value.getClass().isArray() || Array.getLength(value) > MAX_ELEMENTS) {
      return Optional.empty();
    }
    return Optional.of(
        IntStream.range(0, Array.getLength(value))
            .mapToObj(i -> key(Array.get(value, i)))
            .toList());
  }

  private static Object key(@Nullable Object element) {
    return element != null && element.getClass().getPackageName().equals("java.lang")
        ? element
        : new Identity(element);
  }

  private record Identity(@Nullable Object element) {

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Identity identity && identity.element == element;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(element);
    }
  }
}
