package dev.tare.internal.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A power of a size, fitted to costs: {@code cost = factor * size ^ exponent}.
 *
 * @param exponent between which ends it is expected
 * @param factor the cost at size 1
 * @param slopes the exponent from each point to the next
 */
public record PowerLaw(Interval exponent, double factor, List<Double> slopes) {

  // The least-squares line through the logarithms; its slope is the exponent, with the standard
  // error sigma / sqrt(sum of squared deviations of the log sizes).
  //
  // [1] N. Draper and H. Smith, Applied Regression Analysis, 1.4

  private static final int FEWEST = 3;

  /** Copies the list. */
  public PowerLaw {
    slopes = List.copyOf(slopes);
  }

  /**
   * Fits.
   *
   * @param sizes increasing, more than 0, at least three
   * @param costs more than 0, one for each size
   * @param systematic the least standard deviation of the logarithm of a cost; where the costs
   *     scatter more about the line, that counts
   * @param lowerError the probability that the truth lies below the interval
   * @param upperError the probability that the truth lies above it
   * @throws IllegalArgumentException if there are fewer than three points
   */
  public static PowerLaw of(
      double[] sizes, double[] costs, double systematic, double lowerError, double upperError) {
    if (sizes.length < FEWEST || sizes.length != costs.length) {
      throw new IllegalArgumentException(
          "a power law needs three points, not " + sizes.length + " and " + costs.length);
    }
    double[] x = Arrays.stream(sizes).map(Math::log).toArray();
    double[] y = Arrays.stream(costs).map(Math::log).toArray();
    double squares = Moments.squaredDeviations(x);
    double slope = slope(x, y, squares);
    double base = Moments.mean(y) - slope * Moments.mean(x);
    double sigma = Math.max(systematic, scatter(x, y, slope, base));
    double error = sigma / Math.sqrt(squares);
    return new PowerLaw(
        new Interval(
            slope - Distributions.normalAbove(lowerError) * error,
            slope,
            slope + Distributions.normalAbove(upperError) * error),
        Math.exp(base),
        slopes(x, y));
  }

  /** The fitted cost at a size. */
  public double at(double size) {
    return factor * Math.pow(size, exponent.estimate());
  }

  private static double slope(double[] x, double[] y, double squares) {
    double meanX = Moments.mean(x);
    double meanY = Moments.mean(y);
    double products = 0;
    for (int i = 0; i < x.length; i++) {
      products += (x[i] - meanX) * (y[i] - meanY);
    }
    return products / squares;
  }

  /** The standard deviation about the line, which took two degrees of freedom. */
  private static double scatter(double[] x, double[] y, double slope, double base) {
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      double residual = y[i] - base - slope * x[i];
      squares += residual * residual;
    }
    return Math.sqrt(squares / (x.length - 2));
  }

  private static List<Double> slopes(double[] x, double[] y) {
    List<Double> slopes = new ArrayList<>();
    for (int i = 1; i < x.length; i++) {
      slopes.add((y[i] - y[i - 1]) / (x[i] - x[i - 1]));
    }
    return slopes;
  }
}
