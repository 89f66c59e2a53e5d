package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import java.util.List;

/**
 * Times that do not depend on which tests ran before.
 *
 * <p>{@code List.contains} is used with lists of every kind in a test run, and the compiler
 * remembers them all; code that meets one kind only is compiled to something faster. A fresh JVM
 * remembers nothing. It costs a second and more, so it is for times that matter.
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
