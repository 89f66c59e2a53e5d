package dev.tare.examples;

import dev.tare.invocations.MaxInvocations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Disabled;

/**
 * A limit on the number of calls of a method: one for all rows, not one for each.
 *
 * <p>A database query takes a millisecond, and the number of queries is the same in every run and
 * on every machine. Here a class takes the place of the database.
 */
class Example19InvocationsTests {

  /** Takes the place of database tables. */
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
