package dev.tare.benchmarks.brackets;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Work of the tests. */
final class Work {

  private static volatile Object sink = "";

  private Work() {}

  static void array() {
    sink = new byte[1000];
  }

  static void list() {
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      list.add(i);
    }
    sink = list;
  }

  static void strings() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      text.append(i).append(',');
    }
    sink = text.toString().split(",");
  }

  static void stream() {
    sink = IntStream.range(0, 100).boxed().toList();
  }
}
