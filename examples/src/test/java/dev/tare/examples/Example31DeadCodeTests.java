package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import org.junit.jupiter.api.Tag;

/**
 * The puzzle of the dead code: nothing is faster than work that nobody needs.
 *
 * <p>The compiler leaves out what has no effect. A body that returns its result has one, since what
 * is returned is consumed. A body that keeps its result to itself takes no time at all, of which
 * Tare makes no figure: it is unmeasured, and would fail but for {@code tare.unmeasured = abort} in
 * this run.
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
  void eighthRootForNobody() {
    double root = Math.sqrt(Math.sqrt(Math.sqrt(inhabitants)));
  }
  // end::wrong[]
}
