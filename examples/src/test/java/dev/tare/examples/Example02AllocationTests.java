package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Disabled;

/**
 * A budget of bytes for a call.
 *
 * <p>How many time zones are there in Argentina? The first column of a row names the countries.
 * Splitting the row makes a list, an array and four strings, of which one is looked at.
 */
class Example02AllocationTests {

  // tag::right[]
  @MaxAllocatedBytes("0 B")
  int countsZonesOfArgentina() {
    int zones = 0;
    for (int i = 0; i < TimeZones.ROWS.size(); i++) {
      if (TimeZones.ROWS.get(i).startsWith("AR")) {
        zones++;
      }
    }
    return zones;
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxAllocatedBytes("0 B")
    int countsZonesOfArgentina() {
      int zones = 0;
      for (String row : TimeZones.ROWS) {
        if (row.split("\t")[0].startsWith("AR")) {
          zones++;
        }
      }
      return zones;
    }
    // end::wrong[]
  }
}
