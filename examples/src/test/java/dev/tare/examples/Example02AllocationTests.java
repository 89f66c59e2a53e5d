package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Disabled;

/**
 * A budget of bytes for a call.
 *
 * <p>How many time zones are there in Argentina? A row begins with its first country. Extracting it
 * creates a string and its array for each row, which are used once.
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
        if (row.substring(0, 2).equals("AR")) {
          zones++;
        }
      }
      return zones;
    }
    // end::wrong[]
  }
}
