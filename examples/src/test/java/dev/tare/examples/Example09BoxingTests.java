package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Disabled;

/**
 * {@code Long} instead of {@code long}.
 *
 * <p>A {@code Long} is immutable: each sum is a new object of 24 bytes. The interpreter and the
 * first compiler allocate all of them. The optimizing compiler may remove them once the loop has
 * run very often, so the budget of a hot loop is an upper bound of what production allocates.
 */
class Example09BoxingTests {

  // tag::right[]
  @MaxAllocatedBytes("0 B")
  long addsWithLong() {
    long characters = 0L;
    for (int i = 0; i < TimeZones.ROWS.size(); i++) {
      characters += TimeZones.ROWS.get(i).length();
    }
    return characters;
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxAllocatedBytes("0 B")
    long addsWithBoxes() {
      Long characters = 0L;
      for (int i = 0; i < TimeZones.ROWS.size(); i++) {
        characters += TimeZones.ROWS.get(i).length();
      }
      return characters;
    }
    // end::wrong[]
  }
}
