package dev.tare.internal.timing;

import dev.tare.internal.call.TestBodies;
import dev.tare.internal.call.TestBody;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Small pieces of real work; the doubled one of each does it twice. */
final class Workloads {

  static final List<String> NAMES = List.of("fib", "concat", "get", "sum", "put", "sha", "sort");

  private final Map<String, Integer> map = new HashMap<>();
  private final List<Integer> list = new ArrayList<>();
  private final int[] numbers = new Random(1).ints(200).toArray();
  private final byte[] bytes = "tare".repeat(64).getBytes(StandardCharsets.UTF_8);
  private int turn;

  Workloads() {
    for (int i = 0; i < 1_000; i++) {
      map.put("key" + i, i);
      list.add(i);
    }
  }

  TestBody body(String name) throws NoSuchMethodException {
    return TestBodies.of(
        this,
        Workloads.class.getDeclaredMethod(name),
        new Object[0],
        (method, instance, arguments) -> {
          throw new IllegalStateException("a stub was expected for " + method);
        });
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  Object fib() {
    return fibonacci(15);
  }

  Object fibTwice() {
    return fibonacci(15) + fibonacci(15 + (turn & 0));
  }

  Object concat() {
    turn++;
    return "a" + turn + "b" + numbers.length + "c";
  }

  Object concatTwice() {
    return ((String) concat()).length() + ((String) concat()).length();
  }

  Object get() {
    turn = (turn + 1) & 511;
    return map.getOrDefault("key7", 0) + map.getOrDefault("key500", 0);
  }

  Object getTwice() {
    return (Integer) get() + map.getOrDefault("key8", 0) + map.getOrDefault("key501", 0);
  }

  Object sum() {
    long sum = 0;
    for (int number : list) {
      sum += number;
    }
    return sum;
  }

  Object sumTwice() {
    return (Long) sum() * 31 + (Long) sum();
  }

  Object put() {
    TreeMap<Integer, Integer> tree = new TreeMap<>();
    for (int i = 0; i < 50; i++) {
      tree.put(numbers[i], i);
    }
    return tree;
  }

  Object putTwice() {
    return ((Map<?, ?>) put()).size() + ((Map<?, ?>) put()).size();
  }

  Object sha() throws NoSuchAlgorithmException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  Object shaTwice() throws NoSuchAlgorithmException {
    return ((byte[]) sha())[0] + ((byte[]) sha())[1];
  }

  Object sort() {
    int[] copy = numbers.clone();
    Arrays.sort(copy);
    return copy;
  }

  Object sortTwice() {
    return ((int[]) sort())[0] + ((int[]) sort())[1];
  }
}
