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
  // error sigma / sqrt(sum of squared deviations of the log sizes). Where the points scatter as
  // much as a known sigma explains, the normal distribution tells how far that reaches; where they
  // scatter more, sigma is known from two degrees of freedom less than there are points only.
  //
  // [1] N. Draper and H. Smith, Applied Regression Analysis, 1.4

  private static final int FEWEST = 3;

  /** So often points scatter more by chance than is taken to be explained. */
  private static final double UNEXPLAINED = 0.01;

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
   *     scatter more about the line, that counts, and where they scatter more than it explains,
   *     with Student's t, which is wide for few points. 0 if the costs are exact: what they scatter
   *     is no error then but other terms, such as a fixed part
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
    Scatter scatter = new Scatter(scatter(x, y, slope, base), x.length - 2, systematic);
    return new PowerLaw(
        new Interval(
            slope - scatter.reach(lowerError) / Math.sqrt(squares),
            slope,
            slope + scatter.reach(upperError) / Math.sqrt(squares)),
        Math.exp(base),
        slopes(x, y));
  }

  /**
   * How far points lie from the line.
   *
   * @param deviation the standard deviation about it
   * @param freedom the degrees of freedom of that
   * @param systematic what is known of it beforehand
   */
  private record Scatter(double deviation, int freedom, double systematic) {

    /** What a logarithm exceeds with the probability given. */
    double reach(double error) {
      double most = Distributions.chiSquaredAbove(UNEXPLAINED, freedom);
      boolean exact = systematic == 0;
      return exact || deviation * deviation * freedom <= most * systematic * systematic
          ? Distributions.normalAbove(error) * Math.max(systematic, deviation)
          : Distributions.studentAbove(error, freedom) * deviation;
    }
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
