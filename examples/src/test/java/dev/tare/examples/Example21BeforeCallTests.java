package dev.tare.examples;

import dev.tare.benchmark.BeforeCall;
import dev.tare.benchmark.Benchmarked;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A body that uses up its input receives a new one before each call.
 *
 * <p>Without that, only the first call would sort; all others would get a sorted list and be fast.
 * The preparation is not timed. Both methods return the sorted list, since a method and its
 * baseline must return equal values.
 */
class Example21BeforeCallTests {

  // tag::right[]
  private List<String> rows = List.of();

  @BeforeCall
  void shuffle() {
    rows = Arrays.asList(TimeZones.ROWS.toArray(new String[0]));
    Collections.reverse(rows);
  }

  @Benchmarked(max = "1 ms")
  List<String> sortsInPlace() {
    Collections.sort(rows);
    return rows;
  }

  @Benchmarked(baseline = "sortsInPlace", maxRatio = 10)
  List<String> sortsStream() {
    return rows.stream().sorted().toList();
  }
  // end::right[]
}
