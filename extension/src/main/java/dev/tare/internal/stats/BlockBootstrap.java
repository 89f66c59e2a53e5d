package dev.tare.internal.stats;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Intervals of statistics of a series by a block bootstrap: blocks of neighbouring values are drawn
 * together, which keeps their correlation.
 *
 * <p>Deterministic: equal series and seeds give equal intervals, bit by bit.
 *
 * @param blockLength number of neighbours drawn together, at least 1
 * @param resamples number of series drawn; the noise of the ends decreases with its square root
 */
public record BlockBootstrap(int blockLength, int resamples, long seed) {

  // Circular block bootstrap: D. Politis and J. Romano, in Exploring the Limits of Bootstrap
  // (1992); percentile ends: B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 13.3;
  // the standard error: the same, 6.2.

  /**
   * @throws IllegalArgumentException if the block is empty or there are fewer than two resamples
   */
  public BlockBootstrap {
    if (blockLength < 1 || resamples < 2) {
      throw new IllegalArgumentException(
          resamples + " resamples of blocks of " + blockLength + ": use 1 or more, and 2 or more");
    }
  }

  /**
   * Computes the percentile interval of a statistic.
   *
   * @param series values in the order observed, at least one; not changed
   * @param statistic for example {@link Quantiles#median}; it must not keep or change its array
   * @param level share of the resampled statistics inside the interval: 0.95
   */
  public Interval interval(double[] series, ToDoubleFunction<double[]> statistic, double level) {
    double[] drawn = new double[series.length];
    double[] statistics =
        statistics(
            series.length, indexes -> statistic.applyAsDouble(valuesAt(indexes, series, drawn)));
    double tail = (1 - level) / 2;
    return new Interval(
        Quantiles.quantile(statistics, tail),
        statistic.applyAsDouble(series),
        Quantiles.quantile(statistics, 1 - tail));
  }

  /**
   * Computes the standard error of a statistic of one series, or of several observed side by side.
   *
   * @param length number of values in each series, at least one
   * @param statistic computes the statistic from values at the given indexes, which may repeat; it
   *     must not keep or change its array
   */
  public double standardError(int length, ToDoubleFunction<int[]> statistic) {
    return Moments.standardDeviation(statistics(length, statistic));
  }

  /** Copies the values at the given indexes into an array and returns it. */
  static double[] valuesAt(int[] indexes, double[] series, double[] into) {
    for (int i = 0; i < indexes.length; i++) {
      into[i] = series[indexes[i]];
    }
    return into;
  }

  private double[] statistics(int length, ToDoubleFunction<int[]> statistic) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] indexes = new int[length];
    double[] statistics = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      draw(indexes, random);
      statistics[i] = statistic.applyAsDouble(indexes);
    }
    return statistics;
  }

  private void draw(int[] indexes, SplittableRandom random) {
    int from = 0;
    for (int i = 0; i < indexes.length; i++) {
      if (i % blockLength == 0) {
        from = random.nextInt(indexes.length);
      }
      indexes[i] = (from + i % blockLength) % indexes.length;
    }
  }
}
