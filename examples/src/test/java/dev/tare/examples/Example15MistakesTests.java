package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/**
 * Mistakes that are refused before the test runs, and tests that fail because nothing was measured.
 *
 * <p>A quantity needs a unit. JUnit does not run a {@code @Test} method that returns a value, and
 * most versions hardly report it. A limit that could not be checked is a failure.
 */
class Example15MistakesTests {

  // tag::right[]
  @MaxRetainedSize("32 KiB")
  List<String> countries() {
    return TimeZones.COUNTRIES.stream().map(row -> row.substring(3)).toList();
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxAllocatedBytes("1024")
    void forgetsTheUnit() {}

    @MaxAllocatedBytes("1 kb")
    void spellsTheUnitDifferently() {}

    @MaxRetainedSize("32 KiB")
    @Nullable List<String> returnsNothing() {
      return null;
    }

    @Test
    void handsNothingOver(@MaxRetainedSize("32 KiB") Retained<List<String>> retained) {}
    // end::wrong[]
  }
}
