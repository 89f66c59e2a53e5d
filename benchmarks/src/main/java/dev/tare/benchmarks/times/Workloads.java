package dev.tare.benchmarks.times;

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

/** Small pieces of real work, from nothing at all to tens of microseconds. */
public final class Workloads {

  /** The names of the methods. */
  public static final List<String> NAMES =
      List.of("empty", "recursion", "concat", "get", "sum", "put", "sha", "sort", "allocate");

  /**
   * Returns the names in a text such as {@code get,sum}; {@code all} for all.
   *
   * @throws IllegalArgumentException if there is no method of a name
   */
  static List<String> named(String text) {
    List<String> names = text.equals("all") ? NAMES : List.of(text.split(",", -1));
    for (String name : names) {
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException(
            name + ": no workload; use all or some of " + String.join(",", NAMES));
      }
    }
    return names;
  }

  private final Map<String, Integer> map = new HashMap<>();
  private final List<Integer> list = new ArrayList<>();
  private final int[] numbers = new Random(1).ints(200).toArray();
  private final byte[] bytes = "tare".repeat(64).getBytes(StandardCharsets.UTF_8);
  private final String[] keys = new String[512];
  private int depth = 15;
  private int turn;

  /** Makes what they work on. */
  public Workloads() {
    for (int i = 0; i < 1_000; i++) {
      map.put("key" + i, i);
      list.add(i);
    }
    Arrays.setAll(keys, i -> "key" + i);
  }

  /** Does nothing. */
  public void empty() {}

  /** A Fibonacci number, by 1,973 calls. */
  public int recursion() {
    return fibonacci(depth);
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  /** A short text with a number that changes. */
  public String concat() {
    turn++;
    return "a" + turn + "b" + numbers.length + "c";
  }

  /** Gets one of 512 keys from a map of 1,000. */
  public Object get() {
    turn = (turn + 1) & 511;
    return map.getOrDefault(keys[turn], 0);
  }

  /** Sums 1,000 boxed numbers. */
  public long sum() {
    long sum = 0;
    for (int number : list) {
      sum += number;
    }
    return sum;
  }

  /** 50 random numbers into a tree. */
  public Object put() {
    TreeMap<Integer, Integer> tree = new TreeMap<>();
    for (int i = 0; i < 50; i++) {
      tree.put(numbers[i], i);
    }
    return tree;
  }

  /** SHA-256 of 256 bytes. */
  public byte[] sha() throws NoSuchAlgorithmException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  /** 200 random numbers. */
  public int[] sort() {
    int[] copy = numbers.clone();
    Arrays.sort(copy);
    return copy;
  }

  /** 100 small arrays, all reachable at the end. */
  public Object allocate() {
    byte[][] arrays = new byte[100][];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = new byte[64];
    }
    return arrays;
  }
}
