package dev.tare.internal.allocation;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntSupplier;

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

  static class Base {
    long inherited = 1;
    boolean flag;
  }

  static final class Derived extends Base {
    int own = 2;
    byte small;
  }

  Object nothing() {
    return one;
  }

  Object bytes() {
    return new byte[1000];
  }

  Object oneByte() {
    return new byte[1];
  }

  Object ints() {
    return new int[13];
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

  Object inherited() {
    return new Derived();
  }

  Object records() {
    return new Pair(new Point(1, 2), new Point(3, 4));
  }

  Object boxedInteger() {
    return Integer.valueOf(number);
  }

  Object substring() {
    return TEXT.substring(3, 20);
  }

  Object concatenation() {
    return TEXT + number;
  }

  Object builder() {
    return new StringBuilder(50).append(TEXT);
  }

  Object capturingLambda() {
    int local = number;
    IntSupplier supplier = () -> local;
    return supplier;
  }

  Object cloned() {
    return numbers.clone();
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

  Object sizedList() {
    return new ArrayList<>(100);
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

  Object hashMap() {
    Map<Object, Object> map = new HashMap<>();
    map.put("key", "value");
    map.put("other", "value");
    return map;
  }

  Object treeMap() {
    Map<String, Object> map = new TreeMap<>();
    map.put("key", "value");
    map.put("other", "value");
    return map;
  }

  Object buffer() {
    return ByteBuffer.allocate(100);
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
