package dev.tare.examples;

import dev.tare.allocation.MaxAllocations;
import org.junit.jupiter.api.Disabled;

/**
 * A limit on objects instead of bytes, here of one type: no number is boxed.
 *
 * <p>An array of {@code Integer} looks like one of {@code int}, and holds an object for each
 * number.
 */
class Example36ObjectsTests {

  // tag::right[]
  @MaxAllocations(value = 0, type = Integer.class)
  int[] checksums() {
    int[] sums = new int[TimeZones.ROWS.size()];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = TimeZones.ROWS.get(i).hashCode();
    }
    return sums;
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxAllocations(value = 0, type = Integer.class)
    Integer[] checksums() {
      Integer[] sums = new Integer[TimeZones.ROWS.size()];
      for (int i = 0; i < sums.length; i++) {
        sums[i] = TimeZones.ROWS.get(i).hashCode();
      }
      return sums;
    }
    // end::wrong[]
  }
}
