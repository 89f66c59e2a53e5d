package dev.tare.internal.stats;

/** Mean, standard deviation and serial correlation. Arrays are not changed. */
public final class Moments {

  /** Largest correlation that is corrected for; beyond it the correction would be unreliable. */
  private static final double MAX_CORRECTED = 0.8;

  private Moments() {}

  /**
   * Returns the arithmetic mean.
   *
   * @throws IllegalArgumentException if there is no value
   */
  public static double mean(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no value to take a mean of");
    }
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /**
   * Returns the standard deviation of a sample, with n - 1 in the denominator; 0 for fewer than two
   * values.
   */
  public static double standardDeviation(double... values) {
    return values.length < 2 ? 0 : Math.sqrt(squaredDeviations(values) / (values.length - 1));
  }

  static double squaredDeviations(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum;
  }

  /**
   * Returns the correlation of each value with the one before it, the autocorrelation at lag 1:
   * from -1 (oscillation) to 1 (trend); 0 for a constant series or fewer than three values.
   */
  public static double correlation(double... series) {
    double squares = series.length < 3 ? 0 : squaredDeviations(series);
    if (squares == 0) {
      return 0;
    }
    double mean = mean(series);
    double products = 0;
    for (int i = 1; i < series.length; i++) {
      products += (series[i] - mean) * (series[i - 1] - mean);
    }
    return products / squares;
  }

  /**
   * Returns the factor by which correlation increases the standard error of a mean: the square root
   * of (1 + r) / (1 - r), with r limited to 0 to 0.8.
   */
  static double inflation(double correlation) {
    // variance of the mean of a long first-order autoregressive series: G. Box, G. Jenkins and G.
    // Reinsel, Time Series Analysis, chapter 2
    double r = Math.max(0, Math.min(MAX_CORRECTED, correlation));
    return Math.sqrt((1 + r) / (1 - r));
  }
}
