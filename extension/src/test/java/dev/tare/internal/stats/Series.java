package dev.tare.internal.stats;

import java.util.Arrays;
import java.util.Random;

/** Random series, and transformed copies of a series for invariance checks. */
final class Series {

  private Series() {}

  static double[] scaled(double[] series, double factor) {
    return Arrays.stream(series).map(value -> value * factor).toArray();
  }

  static double[] shifted(double[] series, double by) {
    return Arrays.stream(series).map(value -> value + by).toArray();
  }

  static double[] reversed(double[] series) {
    double[] reversed = new double[series.length];
    for (int i = 0; i < series.length; i++) {
      reversed[i] = series[series.length - 1 - i];
    }
    return reversed;
  }

  static double[] sorted(double[] series) {
    double[] sorted = series.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /** Returns independent values from the standard normal distribution. */
  static double[] normal(int length, long seed) {
    Random random = new Random(seed);
    double[] series = new double[length];
    Arrays.setAll(series, i -> random.nextGaussian());
    return series;
  }

  /** Returns a first-order autoregressive series with the given correlation. */
  static double[] autoregressive(int length, double correlation, long seed) {
    double[] series = normal(length, seed);
    for (int i = 1; i < length; i++) {
      series[i] =
          correlation * series[i - 1] + Math.sqrt(1 - correlation * correlation) * series[i];
    }
    return series;
  }
}
