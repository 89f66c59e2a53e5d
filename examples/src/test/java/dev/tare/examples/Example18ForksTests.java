package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import java.util.List;

/**
 * Times that do not depend on earlier tests.
 *
 * <p>In a test run, {@code List.contains} is called on many types of lists, and its type profile
 * records them all; code with a single type is compiled to faster code. A fresh JVM has no profile.
 * It costs a second or more.
 */
class Example18ForksTests {

  private static final List<String> COUNTRIES =
      TimeZones.COUNTRIES.stream().map(row -> row.substring(0, 2)).toList();

  // tag::right[]
  @Benchmarked(max = "100 us", forks = 1)
  boolean findsInListOfAFreshJvm() {
    return COUNTRIES.contains("ZW");
  }
  // end::right[]
}
