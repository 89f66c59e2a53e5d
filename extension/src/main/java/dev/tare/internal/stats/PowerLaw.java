package dev.tare.internal.stats;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;

/**
 * A constant and a power of a size, fitted to costs: {@code cost = fixed + factor * size ^
 * exponent}.
 *
 * @param exponent exponent with its interval; the upper end is infinite if the costs do not bound
 *     it
 * @param fixed constant part of the cost, at least 0
 * @param factor growing part of the cost at size 1, at least 0
 * @param trend how the costs change as the sizes increase
 */
public record PowerLaw(Interval exponent, double fixed, double factor, Trend trend) {

  // For each exponent, the fixed part and the factor are fitted by weighted linear least squares.
  // The interval contains the exponents whose sum of squares exceeds the smallest one by less than
  // the squared quantile of a normal variable: a profile likelihood interval [1]. If the costs
  // scatter more than their errors explain, the sum is scaled by the scatter and the quantile is
  // Student's [2]. Without the fixed part, 1 MB + 0.1 n^2 bytes would look like n^0.03.
  //
  // Student's quantile of one degree of freedom, which three points leave, is 6 to 32: one
  // disturbed cost then allows every exponent. If it is known how far a disturbance can increase a
  // cost, exponents that no such disturbance explains are excluded, too.
  //
  // [1] D. Bates and D. Watts, Nonlinear Regression Analysis and Its Applications, 6.1
  //
  // [2] N. Draper and H. Smith, Applied Regression Analysis, 1.4

  private static final int MIN_POINTS = 3;

  /** Largest exponent that is distinguished. */
  private static final double MAX_EXPONENT = 8;

  private static final double EXPONENT_STEP = 1 / 16.0;
  private static final int BISECTIONS = 30;

  /** Probability of a scatter below which the errors of the costs do not explain it. */
  private static final double MIN_PROBABILITY_EXPLAINED = 0.01;

  /** Ratio of two sizes from which they count as distinct. */
  private static final double DISTINCT_SIZE_RATIO = 1.25;

  /** Number of iterations after which the growing part and its errors are stable. */
  private static final int ITERATIONS = 4;

  /** Change of the costs as the sizes increase. */
  public enum Trend {
    /** The costs grow by more than their errors explain. */
    GROWS,
    /** The errors explain all differences; a small growing part cannot be excluded. */
    FLAT,
    /** The costs of the largest sizes are the smallest; the exponent is 0. */
    SHRINKS,
    /** The costs scatter too much for a trend. */
    UNCLEAR
  }

  /**
   * Standard errors of the costs.
   *
   * @param share error of a cost, as a share of the cost
   * @param step largest error of the growing part, as a share of it, for example because capacities
   *     are doubled; if the points lie nearer to the curve, the error is smaller
   * @param absolute absolute errors, one for each cost
   * @param excess largest factor by which a disturbance can increase a cost; infinite if unknown
   */
  public record Errors(double share, double step, List<Double> absolute, double excess) {

    private double[] of(double[] costs, double[] grown) {
      double[] errors = new double[costs.length];
      for (int i = 0; i < costs.length; i++) {
        errors[i] = Math.hypot(absolute.get(i), Math.hypot(share * costs[i], step * grown[i]));
      }
      return errors;
    }
  }

  /**
   * Fits a power law.
   *
   * @param sizes increasing, more than 0, at least three
   * @param costs more than 0, one for each size
   * @param lowerError probability that the exponent lies below the interval
   * @param upperError probability that the exponent lies above it
   * @throws IllegalArgumentException if there are fewer than three points
   */
  public static PowerLaw of(
      double[] sizes, double[] costs, Errors errors, double lowerError, double upperError) {
    if (sizes.length < MIN_POINTS || sizes.length != costs.length) {
      throw new IllegalArgumentException(
          "a power law needs three points, not " + sizes.length + " and " + costs.length);
    }
    double least = Arrays.stream(costs).min().orElseThrow();
    double range = Arrays.stream(costs).max().orElseThrow() - least;
    double largest = sizes[sizes.length - 1];
    double[] grown = Arrays.stream(sizes).map(size -> range * size / largest).toArray();
    Profile profile = new Profile(sizes, costs, errors.of(costs, grown), errors.excess);
    for (int i = 0; i < ITERATIONS && errors.step > 0; i++) {
      Fit best = profile.best();
      grown = Arrays.stream(sizes).map(best::grownAt).toArray();
      profile = new Profile(sizes, costs, errors.of(costs, grown), errors.excess);
    }
    return profile.toPowerLaw(errors.step > 0, lowerError, upperError);
  }

  /** Returns the fitted cost at a size. */
  public double at(double size) {
    return fixed + factor * Math.pow(size, exponent.estimate());
  }

  /** Best fixed part and factor for one exponent. The factor applies to {@code size / largest}. */
  private record Fit(double exponent, double fixed, double factor, double largest, double squares) {

    double grownAt(double size) {
      return factor * Math.pow(size / largest, exponent);
    }

    /** Returns the number of fitted parameters; a part at its bound of 0 does not count. */
    int parameters() {
      return factor == 0 ? 1 : fixed == 0 ? 2 : 3;
    }
  }

  /** Points with their errors, for which the sum of squares is minimized. */
  private static final class Profile {

    private final double[] sizes;
    private final double[] costs;
    private final double[] errors;

    /** Lower bounds of the costs without disturbances. */
    private final double[] lows;

    /** Upper bounds of the costs without disturbances. */
    private final double[] highs;

    Profile(double[] sizes, double[] costs, double[] errors, double excess) {
      this.sizes = sizes;
      this.costs = costs;
      this.errors = errors;
      double quantile = Distributions.normalAbove(MIN_PROBABILITY_EXPLAINED);
      this.lows = new double[sizes.length];
      this.highs = new double[sizes.length];
      for (int i = 0; i < sizes.length; i++) {
        lows[i] = (costs[i] - quantile * errors[i]) / excess;
        highs[i] = costs[i] + quantile * errors[i];
      }
    }

    Fit best() {
      Fit best = fit(0);
      for (double exponent = EXPONENT_STEP; exponent <= MAX_EXPONENT; exponent += EXPONENT_STEP) {
        Fit fit = fit(exponent);
        if (fit.squares < best.squares) {
          best = fit;
        }
      }
      return best.factor == 0 ? best : refine(best.exponent);
    }

    private Fit refine(double near) {
      double from = Math.max(EXPONENT_STEP / 2, near - EXPONENT_STEP);
      double to = Math.min(MAX_EXPONENT, near + EXPONENT_STEP);
      for (int i = 0; i < 2 * BISECTIONS; i++) {
        double third = (to - from) / 3;
        if (fit(from + third).squares < fit(to - third).squares) {
          to -= third;
        } else {
          from += third;
        }
      }
      return fit((from + to) / 2);
    }

    /**
     * Fits the fixed part and the factor for an exponent. The exponent 0 stands for a constant
     * cost.
     */
    Fit fit(double exponent) {
      double largest = sizes[sizes.length - 1];
      double weights = 0;
      double weightedX = 0;
      double weightedY = 0;
      double xx = 0;
      double xy = 0;
      for (int i = 0; i < sizes.length; i++) {
        double weight = 1 / (errors[i] * errors[i]);
        double x = exponent == 0 ? 0 : Math.pow(sizes[i] / largest, exponent);
        weights += weight;
        weightedX += weight * x;
        weightedY += weight * costs[i];
        xx += weight * x * x;
        xy += weight * x * costs[i];
      }
      double mean = weightedY / weights;
      double spread = xx - weightedX * weightedX / weights;
      double factor = exponent == 0 ? 0 : (xy - weightedX * mean) / spread;
      if (!(factor > 0)) {
        return withSquares(exponent, mean, 0);
      }
      double fixed = mean - factor * weightedX / weights;
      return fixed > 0 ? withSquares(exponent, fixed, factor) : withSquares(exponent, 0, xy / xx);
    }

    private Fit withSquares(double exponent, double fixed, double factor) {
      Fit fit = new Fit(exponent, fixed, factor, sizes[sizes.length - 1], 0);
      double squares = 0;
      for (int i = 0; i < sizes.length; i++) {
        double residual = (costs[i] - fixed - fit.grownAt(sizes[i])) / errors[i];
        squares += residual * residual;
      }
      return new Fit(exponent, fixed, factor, fit.largest, squares);
    }

    PowerLaw toPowerLaw(boolean errorsAreLargest, double lowerError, double upperError) {
      Fit best = best();
      int freedom = Math.max(0, distinctSizes() - best.parameters());
      double lowerRise = allowedRise(best.squares, freedom, errorsAreLargest, lowerError);
      double upperRise = allowedRise(best.squares, freedom, errorsAreLargest, upperError);
      boolean isDisturbed = !isExplained(best.squares, freedom) && isPossible(best.exponent);
      DoublePredicate possible = at -> !isDisturbed || isPossible(at);
      DoublePredicate atUpper = at -> fit(at).squares <= best.squares + upperRise;
      if (atUpper.and(possible).test(0)) {
        return constant(best);
      }
      DoublePredicate atLower = at -> fit(at).squares <= best.squares + lowerRise;
      double lower = searchEnd(best, -EXPONENT_STEP, atLower.and(possible));
      double upper = searchEnd(best, EXPONENT_STEP, atUpper.and(possible));
      double factor = best.factor / Math.pow(best.largest, best.exponent);
      Interval exponent = new Interval(lower, best.exponent, upper);
      return new PowerLaw(exponent, best.fixed, factor, Trend.GROWS);
    }

    /**
     * Returns whether a fixed part and a power with this exponent lie between the bounds of all
     * costs.
     */
    private boolean isPossible(double exponent) {
      double least = 0; // slope of the line through the costs over x
      double largest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < sizes.length; i++) {
        double x = Math.pow(sizes[i], exponent);
        largest = Math.min(largest, highs[i] / x); // the fixed part is not negative
        for (int j = 0; j < i; j++) {
          double step = x - Math.pow(sizes[j], exponent);
          least = Math.max(least, (lows[i] - highs[j]) / step);
          largest = Math.min(largest, (highs[i] - lows[j]) / step);
        }
      }
      return least <= largest;
    }

    /**
     * Returns the number of distinct sizes. Collections of nearby sizes have the same capacity, so
     * their errors are not independent.
     */
    private int distinctSizes() {
      int distinct = 1;
      double last = sizes[0];
      for (double size : sizes) {
        if (size >= last * DISTINCT_SIZE_RATIO) {
          distinct++;
          last = size;
        }
      }
      return distinct;
    }

    private PowerLaw constant(Fit best) {
      Fit constant = fit(0);
      boolean flat = isExplained(constant.squares, sizes.length - 1);
      Trend trend = flat ? Trend.FLAT : best.factor == 0 ? Trend.SHRINKS : Trend.UNCLEAR;
      double upper = trend == Trend.SHRINKS ? 0 : Double.POSITIVE_INFINITY;
      return new PowerLaw(new Interval(0, 0, upper), constant.fixed, 0, trend);
    }

    private static boolean isExplained(double squares, int freedom) {
      return freedom == 0
          || squares <= Distributions.chiSquaredAbove(MIN_PROBABILITY_EXPLAINED, freedom);
    }

    /**
     * Returns by how much the sum of squares at an end of the interval exceeds the smallest one.
     */
    private static double allowedRise(
        double squares, int freedom, boolean errorsAreLargest, double probability) {
      double normal = square(Distributions.normalAbove(probability));
      if (freedom == 0) {
        return normal;
      }
      double student = square(Distributions.studentAbove(probability, freedom)) * squares / freedom;
      boolean explained = isExplained(squares, freedom);
      return explained ? (errorsAreLargest ? Math.min(normal, student) : normal) : student;
    }

    private static double square(double value) {
      return value * value;
    }

    /** Searches, from the best exponent in steps, for the last exponent inside the interval. */
    private double searchEnd(Fit best, double step, DoublePredicate isInside) {
      double inside = best.exponent;
      double outside = inside + step;
      while (isInside.test(Math.max(outside, 0))) {
        if (outside <= 0 || outside >= MAX_EXPONENT) {
          return step < 0 ? 0 : Double.POSITIVE_INFINITY;
        }
        inside = outside;
        outside += step;
      }
      outside = Math.max(outside, 0);
      for (int i = 0; i < BISECTIONS; i++) {
        double middle = (inside + outside) / 2;
        if (isInside.test(middle)) {
          inside = middle;
        } else {
          outside = middle;
        }
      }
      return inside;
    }
  }
}
