package dev.tare.internal.stats;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Intervals of any statistic of a series, by drawing it anew from blocks of itself, so that
 * neighbours stay together.
 *
 * <p>Deterministic: the same series and seed give the same interval, bit by bit.
 *
 * @param blockLength how many neighbours are drawn together, at least 1
 * @param resamples how many series are drawn; the ends' own noise falls with its square root
 * @param seed where the draws begin
 */
public record BlockBootstrap(int blockLength, int resamples, long seed) {

  // Circular block bootstrap: D. Politis and J. Romano, in Exploring the Limits of Bootstrap
  // (1992); percentile ends: B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 13.3.

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
   * The percentile interval of a statistic.
   *
   * @param series in the order observed, at least one value; read, never changed
   * @param statistic for example {@link Quantiles#median}; it must not keep or change its array
   * @param level the share of the resampled statistics inside the interval: 0.95
   */
  public Interval interval(double[] series, ToDoubleFunction<double[]> statistic, double level) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] drawn = new double[series.length];
    double[] statistics = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      draw(series, drawn, random);
      statistics[i] = statistic.applyAsDouble(drawn);
    }
    double tail = (1 - level) / 2;
    return new Interval(
        Quantiles.quantile(statistics, tail),
        statistic.applyAsDouble(series),
        Quantiles.quantile(statistics, 1 - tail));
  }

  private void draw(double[] series, double[] drawn, SplittableRandom random) {
    int from = 0;
    for (int i = 0; i < drawn.length; i++) {
      if (i % blockLength == 0) {
        from = random.nextInt(series.length);
      }
      drawn[i] = series[(from + i % blockLength) % series.length];
    }
  }
}
