package dev.tare.examples;

import dev.tare.retained.MaxRetainedSize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Disabled;

/**
 * A budget for what a value keeps alive: the annotation alone makes the method a test, and what it
 * returns is weighed.
 *
 * <p>A table of the world's time zones. Nearly every zone belongs to one country; an {@code
 * ArrayList} makes room for ten as soon as the first is added, and keeps it.
 */
class Example01RetainedTests {

  /** A row of the table. */
  record Zone(String name, String coordinates, List<String> countries) {}

  // tag::right[]
  @MaxRetainedSize("80 KiB")
  List<Zone> zones() {
    List<Zone> zones = new ArrayList<>();
    for (String row : TimeZones.ROWS) {
      String[] columns = row.split("\t");
      zones.add(new Zone(columns[2], columns[1], List.of(columns[0].split(","))));
    }
    return zones;
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxRetainedSize("80 KiB")
    List<Zone> zones() {
      List<Zone> zones = new ArrayList<>();
      for (String row : TimeZones.ROWS) {
        String[] columns = row.split("\t");
        List<String> countries = new ArrayList<>();
        for (String country : columns[0].split(",")) {
          countries.add(country);
        }
        zones.add(new Zone(columns[2], columns[1], countries));
      }
      return zones;
    }
    // end::wrong[]
  }
}
