package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import org.junit.jupiter.api.Tag;

/**
 * The puzzle of the dead code: eliminated work takes no time.
 *
 * <p>The compiler eliminates code without an effect. A body that returns its result has an effect,
 * since the returned value is consumed. A body without a return value takes no time, which is no
 * figure: it is unmeasured, and would fail without {@code tare.unmeasured = abort} in this run.
 *
 * <p>{@code mvn -Ppuzzles} runs it, with the time of each.
 */
@Tag("puzzle")
class Example31DeadCodeTests {

  private double inhabitants = 8_922_082;

  // tag::right[]
  @Benchmarked(max = "10 us")
  double eighthRoot() {
    return Math.sqrt(Math.sqrt(Math.sqrt(inhabitants)));
  }

  // end::right[]

  // tag::wrong[]
  @Benchmarked(max = "10 us")
  void discardedEighthRoot() {
    double root = Math.sqrt(Math.sqrt(Math.sqrt(inhabitants)));
  }
  // end::wrong[]
}
