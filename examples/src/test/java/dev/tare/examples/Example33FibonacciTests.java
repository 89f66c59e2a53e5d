package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import org.junit.jupiter.api.Tag;

/**
 * The puzzle of fibonacci(35): 29,860,703 calls, which take tens of milliseconds, or a loop of 35
 * rounds, which takes some nanoseconds.
 *
 * <p>Such a slow call is measured a few times only, and a ratio to it may be very small. Both
 * methods must return the same number.
 *
 * <p>{@code mvn -Ppuzzles} runs it, with the time of each.
 */
@Tag("puzzle")
class Example33FibonacciTests {

  private int number = 35;

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  // tag::right[]
  @Benchmarked(max = "2 s")
  int byRecursion() {
    return fibonacci(number);
  }

  @Benchmarked(baseline = "byRecursion", maxRatio = 0.001)
  int byLoop() {
    int one = 0;
    int next = 1;
    for (int i = 0; i < number; i++) {
      int sum = one + next;
      one = next;
      next = sum;
    }
    return one;
  }
  // end::right[]
}
