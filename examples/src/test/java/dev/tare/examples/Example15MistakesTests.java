package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/**
 * What is refused before the test runs, and what is never green because nothing was measured.
 *
 * <p>A quantity needs a unit, since a bare number says nothing of what it counts. JUnit does not
 * run a method that returns something where {@code @Test} stands on it, and most versions say
 * little about it. A promise that nobody checked is not kept.
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
