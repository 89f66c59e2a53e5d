package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * A class with both kinds of tests is run by both engines, so its {@code @BeforeAll} methods run
 * twice.
 *
 * <p>A static field of another class is initialized once. If all tests have {@code @Test}, only one
 * engine runs them.
 */
class Example45BothKindsTests {

  private static int loads;

  static List<String> load() {
    loads++;
    return IntStream.range(0, 1_000).mapToObj(number -> "row " + number).toList();
  }

  // tag::both[]
  /** Initialized by the first test that uses it, whichever engine runs this test. */
  private static final class Catalogue {
    static final List<String> ROWS = load();
  }

  @MaxRetainedSize("80 B")
  List<String> firstRows() {
    return List.copyOf(Catalogue.ROWS.subList(0, 10));
  }

  @Test
  @MaxAllocatedBytes("0 B")
  void findsTheFirstRow() {
    Catalogue.ROWS.get(0);
  }

  // end::both[]

  @AfterAll
  static void catalogueWasLoadedOnce() {
    assertThat(loads).isEqualTo(1);
  }

  /** Tests of one kind: one engine runs them, and {@code @BeforeAll} once. */
  @Nested
  class OneKind {

    private static int runs;

    @BeforeAll
    static void countRuns() {
      runs++;
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void findsTheFirstRow() {
      Catalogue.ROWS.get(0);
    }

    @Test
    void holdsTheFirstRows(@MaxRetainedSize("80 B") Retained<List<String>> retained) {
      retained.hold(List.copyOf(Catalogue.ROWS.subList(0, 10)));
    }

    @AfterAll
    static void beforeAllRanOnce() {
      assertThat(runs).isEqualTo(1);
    }
  }
}
