package dev.tare.examples;

import dev.tare.invocations.MaxInvocations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Disabled;

/**
 * How often a method is called: once, not once for each row.
 *
 * <p>A question to a database takes a millisecond, whatever else a test does, and the number of
 * them is the same in every run and on every machine. Here a class stands in for the database.
 */
class Example19InvocationsTests {

  /** What would be tables. */
  static class Zones {
    List<String> countries() {
      return TimeZones.COUNTRIES.stream().map(row -> row.substring(0, 2)).toList();
    }

    List<String> of(String country) {
      return TimeZones.ROWS.stream().filter(row -> row.startsWith(country)).toList();
    }

    List<String> all() {
      return TimeZones.ROWS;
    }
  }

  // tag::right[]
  private final Zones zones = new Zones();

  @MaxInvocations(type = Zones.class, method = "all", value = 1)
  @MaxInvocations(type = Zones.class, method = "of", value = 0)
  Map<String, Integer> countsByCountry() {
    Map<String, Integer> counts = new HashMap<>();
    zones.all().forEach(row -> counts.merge(row.substring(0, 2), 1, Integer::sum));
    return counts;
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    private final Zones zones = new Zones();

    // tag::wrong[]
    @MaxInvocations(type = Zones.class, method = "of", value = 1)
    Map<String, Integer> countsByCountry() {
      Map<String, Integer> counts = new HashMap<>();
      for (String country : zones.countries()) {
        counts.put(country, zones.of(country).size());
      }
      return counts;
    }
    // end::wrong[]
  }
}
