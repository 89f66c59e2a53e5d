package dev.tare.internal.allocation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * One shape for each method: it returns a graph of all that it allocates, so that the sizes of
 * these objects add up to its figure.
 */
@SuppressWarnings({"JdkObsolete", "UnusedVariable", "UnnecessaryStringBuilder"}) // they are shapes
final class ShapeFixtures {

  private static final String TEXT = "thirty-two Latin characters long";
  private final int number = TEXT.length() + 12_345;
  private final int[] numbers = {3, 1, 2};
  private final Object one = new Object();

  record Point(int x, int y) {}

  record Pair(Object one, Object other) {}

  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  static class Base {
    long inherited = 1;
    boolean flag;
  }

  static final class Derived extends Base {
    int own = 2;
    byte small;
  }

  final class Inner {
    int value = number;
  }

  static final class Empty {}

  Object nothing() {
    return one;
  }

  Object bytes() {
    return new byte[1000];
  }

  Object noBytes() {
    return new byte[0];
  }

  Object oneByte() {
    return new byte[1];
  }

  Object booleans() {
    return new boolean[33];
  }

  Object chars() {
    return new char[7];
  }

  Object shorts() {
    return new short[9];
  }

  Object ints() {
    return new int[13];
  }

  Object longs() {
    return new long[5];
  }

  Object floats() {
    return new float[3];
  }

  Object doubles() {
    return new double[100];
  }

  Object references() {
    return new Object[11];
  }

  Object largeArray() {
    return new byte[3_000_001];
  }

  Object matrix() {
    return new int[3][4];
  }

  Object ragged() {
    return new Object[][] {new String[1], new Integer[20], {}};
  }

  Object plainObject() {
    return new Object();
  }

  Object emptyClass() {
    return new Empty();
  }

  Object inherited() {
    return new Derived();
  }

  Object inner() {
    return new Inner();
  }

  Object records() {
    return new Pair(new Point(1, 2), new Point(3, 4));
  }

  Object anonymous() {
    return new Object() {
      final byte[] own = new byte[number % 100];
    };
  }

  Object boxedInteger() {
    return Integer.valueOf(number);
  }

  Object boxedLong() {
    return Long.valueOf(number);
  }

  Object boxedDouble() {
    return Double.valueOf(number);
  }

  Object boxedArray() {
    return new Object[] {number, (long) number, (float) number, (char) number};
  }

  Object substring() {
    return TEXT.substring(3, 20);
  }

  Object encoded() {
    return TEXT.getBytes(StandardCharsets.ISO_8859_1);
  }

  Object toCharArray() {
    return TEXT.toCharArray();
  }

  Object concatenation() {
    return TEXT + number;
  }

  Object repeated() {
    return TEXT.repeat(5);
  }

  Object builder() {
    return new StringBuilder(50).append(TEXT);
  }

  Object capturingLambda() {
    int local = number;
    IntSupplier supplier = () -> local;
    return supplier;
  }

  Object boundReference() {
    Supplier<Object> supplier = one::toString;
    return supplier;
  }

  Object cloned() {
    return numbers.clone();
  }

  Object enumValues() {
    return Colour.values();
  }

  Object varargs() {
    return all(number, 2, 3);
  }

  private static Object[] all(Object... values) {
    return values;
  }

  Object optional() {
    return Optional.of(one);
  }

  Object optionalInt() {
    return OptionalInt.of(number);
  }

  Object emptyList() {
    return new ArrayList<>(0);
  }

  Object sizedList() {
    return new ArrayList<>(100);
  }

  Object listOfTwo() {
    return List.of(one, numbers);
  }

  Object listOfMany() {
    return List.of(one, one, one, one, one);
  }

  Object linkedList() {
    LinkedList<Object> list = new LinkedList<>();
    list.add(one);
    list.add(one);
    return list;
  }

  Object deque() {
    return new ArrayDeque<>(20);
  }

  Object queue() {
    return new PriorityQueue<>(7);
  }

  Object hashMap() {
    Map<Object, Object> map = new HashMap<>();
    map.put("key", "value");
    map.put("other", "value");
    return map;
  }

  Object linkedMap() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put("key", "value");
    return map;
  }

  Object treeMap() {
    Map<String, Object> map = new TreeMap<>();
    map.put("key", "value");
    map.put("other", "value");
    return map;
  }

  Object concurrentMap() {
    return new ConcurrentHashMap<>(10);
  }

  Object hashSet() {
    return new HashSet<>(16);
  }

  Object bitSet() {
    return new BitSet(200);
  }

  Object unmodifiable() {
    return Collections.unmodifiableList(new ArrayList<>(3));
  }

  Object buffer() {
    return ByteBuffer.allocate(100);
  }

  Object atomics() {
    return new Object[] {new AtomicInteger(), new AtomicLongArray(4), new AtomicReference<>(one)};
  }

  Object latch() {
    return new CountDownLatch(1);
  }

  Object uuid() {
    return new UUID(1, 2);
  }

  Object bigInteger() {
    return BigInteger.valueOf(number * 1_000_000_000L);
  }

  Object bigDecimal() {
    return BigDecimal.valueOf(number + 10_000L, 2);
  }

  Object chain() {
    Object tail = one;
    for (int i = 0; i < 1_000; i++) {
      tail = new Object[] {tail};
    }
    return tail;
  }

  Object recursion() {
    return tree(6);
  }

  private static Object[] tree(int depth) {
    return depth == 0 ? new Object[0] : new Object[] {tree(depth - 1), tree(depth - 1)};
  }
}
