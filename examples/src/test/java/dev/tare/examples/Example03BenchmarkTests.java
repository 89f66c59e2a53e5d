package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Disabled;

/**
 * A budget of time for a call, in nanoseconds or as a ratio to another method.
 *
 * <p>Does a country exist? A list compares every element, a set one or two. The ratio carries over
 * to other machines; the nanoseconds do not, so their budget is wide. The returned value is
 * consumed, so that the compiler cannot eliminate the work.
 */
class Example03BenchmarkTests {

  static final List<String> LIST =
      TimeZones.COUNTRIES.stream().map(row -> row.substring(0, 2)).toList();

  // tag::right[]
  private final Set<String> hashed = new HashSet<>(LIST);
  private final Set<String> immutable = Set.copyOf(LIST);

  @Benchmarked(max = "1 us")
  boolean findsInHashSet() {
    return hashed.contains("ZW");
  }

  @Benchmarked(baseline = "findsInHashSet", maxRatio = 10)
  boolean findsInImmutableSet() {
    return immutable.contains("ZW");
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    private final Set<String> hashed = new HashSet<>(LIST);

    boolean findsInHashSet() {
      return hashed.contains("ZW");
    }

    @Benchmarked(baseline = "findsInHashSet", maxRatio = 2)
    boolean findsInList() {
      return LIST.contains("ZW");
    }

    // end::wrong[]

    // tag::absolute[]
    @Benchmarked(max = "1 us")
    long countsTabs() {
      return TimeZones.ROWS.stream().filter(row -> row.matches(".*\t.*\t.*\t.*")).count();
    }
    // end::absolute[]
  }
}
