package dev.tare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A sample of a matrix of cases that take a JVM each. Each build draws its own, by a printed seed;
 * {@code -Pmatrices} runs the whole matrix.
 */
public final class SampledMatrix {

  private static final boolean WHOLE = "whole".equals(System.getProperty("build.matrix"));
  private static final long SEED = Long.getLong("build.matrix.seed", new Random().nextLong());

  private SampledMatrix() {}

  /** Returns whether this build runs all cases. */
  public static boolean isWhole() {
    return WHOLE;
  }

  /**
   * Returns some of the cases, in an order of their own.
   *
   * @param name the test, for the line that is printed
   * @param size the number of cases to return
   */
  public static <T> Stream<T> of(String name, int size, List<? extends T> cases) {
    return WHOLE ? cases.stream().map(one -> one) : sample(name, size, cases, SEED);
  }

  static <T> Stream<T> sample(String name, int size, List<? extends T> cases, long seed) {
    List<T> shuffled = new ArrayList<>(cases);
    Collections.shuffle(shuffled, new Random(seed + name.hashCode()));
    List<T> sample = shuffled.subList(0, Math.min(size, cases.size()));
    System.out.printf(
        "%s: %d of %d cases, -Dbuild.matrix.seed=%d: %s%n",
        name, sample.size(), cases.size(), seed, sample.stream().map(SampledMatrix::text).toList());
    return sample.stream();
  }

  private static String text(Object one) {
    return one instanceof Arguments arguments
        ? Arrays.toString(arguments.get())
        : String.valueOf(one);
  }
}
