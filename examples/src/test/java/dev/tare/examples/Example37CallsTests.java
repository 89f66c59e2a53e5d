package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import dev.tare.benchmark.ProfileKind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Disabled;

/**
 * The calls behind a time that is too long.
 *
 * <p>A comparator extracts the keys of two elements in each comparison. The message has the number
 * of calls of the method that extracts the key: some four thousand to sort three hundred rows, each
 * of which creates strings. Extracting the keys first takes one call per row.
 */
class Example37CallsTests {

  private static String name(String row) {
    return row.split("\t")[2];
  }

  // tag::right[]
  @Benchmarked(max = "20 ms")
  List<String> sortsByKeysFoundOnce() {
    return TimeZones.ROWS.stream()
        .map(row -> Map.entry(name(row), row))
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .toList();
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @Benchmarked(max = "1 us", profile = ProfileKind.CALLS)
    List<String> sortsByKey() {
      return TimeZones.ROWS.stream()
          .sorted(Comparator.comparing(Example37CallsTests::name))
          .toList();
    }
    // end::wrong[]
  }
}
