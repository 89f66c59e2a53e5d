package dev.tare.examples;

import dev.tare.retained.MaxInstances;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Disabled;

/**
 * A limit on how many objects of a type a value keeps alive.
 *
 * <p>The 312 time zones are in 247 countries. Extracting the country code from a row creates a new
 * string each time; an equal code that exists already can be used instead.
 */
class Example20InstancesTests {

  /** A time zone and the codes of its countries. */
  record Zone(String name, List<String> countries) {}

  // tag::right[]
  @MaxInstances(type = String.class, value = 600)
  List<Zone> zonesOfKnownCountries() {
    Map<String, String> known = new HashMap<>();
    return TimeZones.ROWS.stream()
        .map(row -> row.split("\t"))
        .map(
            row ->
                new Zone(
                    row[2],
                    Arrays.stream(row[0].split(","))
                        .map(code -> known.computeIfAbsent(code, first -> first))
                        .toList()))
        .toList();
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxInstances(type = String.class, value = 600)
    List<Zone> zones() {
      return TimeZones.ROWS.stream()
          .map(row -> row.split("\t"))
          .map(row -> new Zone(row[2], List.of(row[0].split(","))))
          .toList();
    }
    // end::wrong[]
  }
}
