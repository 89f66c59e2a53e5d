package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * One budget for every test of a class.
 *
 * <p>On a class an annotation is the default of its tests, those of nested classes too; the nearest
 * one wins. It makes no method a test that was none. A loop over a list makes an iterator, which is
 * little, and more than nothing.
 */
// tag::right[]
@MaxAllocatedBytes("0 B")
class Example12DefaultsTests {

  @Test
  void findsTheTab() {
    TimeZones.ROWS.get(0).indexOf('\t');
  }

  @Nested
  class OfAnotherBudget {

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
