package dev.tare.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;
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
 * All kinds of Jupiter tests can have a budget; dynamic tests are judged one by one.
 *
 * <p>The allocation of assertions counts, such as a message that is created even if the test
 * passes. A supplier of the message would cost nothing.
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
    void composesAMessage(String country) {
      assertTrue(zonesOf(country) > 0, "no zones of " + country);
    }
    // end::wrong[]
  }
}
