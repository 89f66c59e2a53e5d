package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import org.junit.jupiter.api.Tag;

/**
 * The puzzle of on-stack replacement: a loop in a method that runs once is timed in code that
 * replaced the interpreted code while it ran, and that is compiled differently.
 *
 * <p>The usual rule is to put the timed code into a separate method and call it often. Tare does
 * this: both forms of the loop take the same time. The report shows how much longer the first call
 * took, the only one with on-stack replacement.
 *
 * <p>{@code mvn -Ppuzzles} runs it, with the time of each.
 */
@Tag("puzzle")
class Example32LoopTests {

  private int rows = 300;
  private int seed = 88_172_645;

  // tag::right[]
  @Benchmarked(max = "100 ms")
  int loopsInMethods() {
    int x = seed;
    for (int row = 0; row < rows; row++) {
      x = mixRow(x);
    }
    return x;
  }

  private int mixRow(int x) {
    for (int column = 0; column < rows; column++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
    }
    return x;
  }

  @Benchmarked(baseline = "loopsInMethods", maxRatio = 1.25)
  int loopsInOneMethod() {
    int x = seed;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < rows; column++) {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
      }
    }
    return x;
  }
  // end::right[]
}
