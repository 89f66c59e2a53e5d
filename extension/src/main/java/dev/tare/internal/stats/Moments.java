package dev.tare.internal.stats;

/** Mean and standard deviation. Arrays are not changed; their order does not matter. */
public final class Moments {

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
}
