package dev.tare.examples;

import com.google.common.collect.ImmutableMap;
import dev.tare.retained.MaxRetainedSize;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Disabled;

/**
 * The memory of a collection without its elements.
 *
 * <p>The strings are the same in each map and are left out with {@code ignoring}, so the figures
 * are the maps alone. A {@code HashMap} has an entry object for each mapping and a table that is a
 * quarter to two thirds empty; Guava's map has smaller entries; the map of {@code Map.copyOf} has
 * none: keys and values are in one array. A map that is filled once should be one of the last two.
 */
class Example04CollectionsTests {

  // tag::right[]
  @MaxRetainedSize(value = "4 KiB", ignoring = String.class)
  Map<String, String> countriesInMapOfTheJdk() {
    return Map.copyOf(countries());
  }

  @MaxRetainedSize(value = "9 KiB", ignoring = String.class)
  Map<String, String> countriesInMapOfGuava() {
    return ImmutableMap.copyOf(countries());
  }

  // end::right[]

  static Map<String, String> countries() {
    Map<String, String> countries = new HashMap<>();
    for (String row : TimeZones.COUNTRIES) {
      countries.put(row.substring(0, 2), row.substring(3));
    }
    return countries;
  }

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxRetainedSize(value = "4 KiB", ignoring = String.class)
    Map<String, String> countriesInHashMap() {
      return countries();
    }
    // end::wrong[]
  }
}
