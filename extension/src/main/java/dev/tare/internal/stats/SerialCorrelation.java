package dev.tare.internal.stats;

/** How far each value of a series repeats the one before it. The order of the values matters. */
public final class SerialCorrelation {

  /** Beyond this the correction would be a guess: longer runs are needed instead. */
  private static final double LARGEST_CORRECTED = 0.8;

  private SerialCorrelation() {}

  /**
   * The autocorrelation at lag 1, from -1 (oscillation) to 1 (trend); 0 for a constant series or
   * fewer than three values.
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
   * By how much the standard error of a mean grows when the values are correlated: the square root
   * of (1 + r) / (1 - r), with r taken as 0 when negative and as 0.8 when larger.
   */
  public static double inflation(double lag1) {
    // the variance of the mean of a first-order autoregressive series, for many values: G. Box,
    // G. Jenkins and G. Reinsel, Time Series Analysis, chapter 2
    double r = Math.max(0, Math.min(LARGEST_CORRECTED, lag1));
    return Math.sqrt((1 + r) / (1 - r));
  }
}
