package dev.tare.internal.stats;

/**
 * Correlation of each value of a series with the one before it. The order of the values matters.
 */
public final class SerialCorrelation {

  /** Largest correlation that is corrected for; beyond it the correction would be unreliable. */
  private static final double MAX_CORRECTED = 0.8;

  private SerialCorrelation() {}

  /**
   * Returns the autocorrelation at lag 1, from -1 (oscillation) to 1 (trend); 0 for a constant
   * series or fewer than three values.
   */
  public static double lag1(double... series) {
    if (series.length < 3) {
      return 0;
    }
    double squares = Moments.squaredDeviations(series);
    if (squares == 0) {
      return 0;
    }
    double mean = Moments.mean(series);
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
  public static double inflation(double lag1) {
    // variance of the mean of a long first-order autoregressive series: G. Box, G. Jenkins and G.
    // Reinsel, Time Series Analysis, chapter 2
    double r = Math.max(0, Math.min(MAX_CORRECTED, lag1));
    return Math.sqrt((1 + r) / (1 - r));
  }
}
