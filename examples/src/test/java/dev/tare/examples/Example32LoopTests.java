package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import org.junit.jupiter.api.Tag;

/**
 * The puzzle of on-stack replacement: a loop that is timed in the method that runs it once is timed
 * in code that was replaced while it ran, and such code is another.
 *
 * <p>Rule of old: put what is timed into a method of its own and call it often. Tare does: however
 * the loops are written, they take the same time, and the report shows how much longer the first
 * call took, which is the one that is replaced as it runs.
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
