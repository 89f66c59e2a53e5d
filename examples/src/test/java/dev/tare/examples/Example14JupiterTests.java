package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tare.allocation.MaxAllocatedBytes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every kind of Jupiter's own tests can carry a budget; dynamic tests are judged one by one.
 *
 * <p>What a test asserts with is weighed with it: keep assertions cheap, or out of the budget.
 */
class Example14JupiterTests {

  // tag::right[]
  @Test
  @MaxAllocatedBytes("0 B")
  void plain() {
    zonesOf("AR");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AR", "BR", "CL"})
  @MaxAllocatedBytes("0 B")
  void parameterized(String country) {
    zonesOf(country);
  }

  @TestFactory
  @MaxAllocatedBytes("0 B")
  Stream<DynamicTest> dynamic() {
    return Stream.of("AR", "BR").map(country -> dynamicTest(country, () -> zonesOf(country)));
  }

  // end::right[]

  static int zonesOf(String country) {
    int zones = 0;
    for (int i = 0; i < TimeZones.ROWS.size(); i++) {
      if (TimeZones.ROWS.get(i).startsWith(country)) {
        zones++;
      }
    }
    return zones;
  }

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @ParameterizedTest
    @ValueSource(strings = {"AR", "BR"})
    @MaxAllocatedBytes("0 B")
    void assertsInsideTheBudget(String country) {
      assertThat(zonesOf(country)).isPositive();
    }
    // end::wrong[]
  }
}
