package dev.tare.benchmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Workloads for the comparison of breakdowns: small bodies of the kinds that tests have. */
final class AllocatingWorkloads {

  private static final List<String> WORDS = List.of("one", "two", "three", "four", "five");
  private static final int[] NUMBERS = {5, 3, 8, 1};

  private AllocatingWorkloads() {}

  record Point(int x, int y) {}

  /** Returns the workloads by name, in a fixed order. */
  static Map<String, Supplier<Object>> all() {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("array", () -> new byte[1000]);
    all.put("objects", AllocatingWorkloads::objects);
    all.put("boxing", () -> List.of(NUMBERS.length * 1000, NUMBERS.length * 2000L));
    all.put("concatenation", () -> "number " + NUMBERS.length + " of " + WORDS.size());
    all.put("builder", AllocatingWorkloads::builder);
    all.put("lambda", AllocatingWorkloads::lambda);
    all.put("stream", AllocatingWorkloads::stream);
    all.put("list", AllocatingWorkloads::list);
    all.put("map", AllocatingWorkloads::map);
    all.put("clone", NUMBERS::clone);
    all.put("split", () -> "a,b,c,d".split(","));
    all.put("format", () -> String.format(Locale.ROOT, "%d of %s", NUMBERS.length, "x"));
    all.put("exception", AllocatingWorkloads::exception);
    return all;
  }

  private static Object objects() {
    Point[] points = new Point[100];
    for (int i = 0; i < points.length; i++) {
      points[i] = new Point(i, i);
    }
    return points;
  }

  private static Object builder() {
    StringBuilder builder = new StringBuilder();
    for (String word : WORDS) {
      builder.append(word).append(',');
    }
    return builder.toString();
  }

  private static Object lambda() {
    int local = NUMBERS[0];
    Supplier<Integer> supplier = () -> local + 1;
    return supplier;
  }

  private static Object stream() {
    return IntStream.range(0, 100).mapToObj(i -> new Point(i, i)).collect(Collectors.toList());
  }

  private static Object list() {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      list.add(i);
    }
    return list;
  }

  private static Object map() {
    Map<String, Integer> map = new HashMap<>();
    for (String word : WORDS) {
      map.merge(word, word.length(), Integer::sum);
    }
    return map;
  }

  private static Object exception() {
    try {
      return Integer.parseInt("none");
    } catch (NumberFormatException e) {
      return e;
    }
  }
}
