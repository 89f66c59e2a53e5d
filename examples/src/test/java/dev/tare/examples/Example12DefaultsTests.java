package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * One budget for every test of a class.
 *
 * <p>An annotation on a class is the default of its tests and of those in nested classes; the
 * nearest annotation applies. It does not make other methods tests. A loop over a list allocates an
 * iterator, which exceeds a budget of zero.
 */
// tag::right[]
@MaxAllocatedBytes("0 B")
class Example12DefaultsTests {

  @Test
  void findsTheTab() {
    TimeZones.ROWS.get(0).indexOf('\t');
  }

  @Nested
  class WithAnotherBudget {

    @Test
    @MaxAllocatedBytes("1 KiB")
    void takesAColumn() {
      String row = TimeZones.ROWS.get(0);
      row.substring(row.lastIndexOf('\t'));
    }
  }

  // end::right[]

  @Disabled("fails on purpose")
  // tag::wrong[]
  @MaxAllocatedBytes("0 B")
  static class Failing {

    @Test
    void looksCheap() {
      for (String row : TimeZones.ROWS) {
        row.indexOf('\t');
      }
    }
  }
  // end::wrong[]
}
