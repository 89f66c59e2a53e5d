package dev.tare.growth;

import dev.tare.internal.stats.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes with which power of the size a cost grows at the largest sizes.
 *
 * <p>Three estimates agree if the cost is a power of the size: the slope in a plot of both
 * logarithms, its slope at the largest size, and the exponent above a fixed part. The interval
 * contains them all, so it is wide if a fixed part, a part that grows more slowly or a capacity
 * that grows in steps hides how fast the rest grows.
 */
final class GrowthExponent {

  // The slope of a sum of powers increases with the size towards the largest exponent. A slope is
  // therefore at most the exponent that is sought, and the other two estimates are closer to it.

  /** Minimum ratio of the largest size to the smallest one that counts. */
  static final int MIN_SPAN = 8;

  /** Number of sizes that count, or more if these do not span enough. */
  private static final int LARGEST_SIZES = 4;

  /** Largest exponent that is distinguished. */
  private static final double MAX_EXPONENT = 8;

  private static final int BISECTIONS = 40;

  /** Largest difference of exponents above a fixed part that agree; rounding causes less. */
  private static final double AGREEMENT = 0.05;

  /** Ratio of the costs at the largest and the middle size from which a fixed part counts. */
  private static final double MIN_GROWTH = 1.2;

  /** Largest ratio of a capacity to the smallest one that would do. */
  private static final double STEP = 2;

  /** Ratio that is allowed for if three sizes do not show whether capacities grow in steps. */
  private static final double UNSEEN_STEP = 1.5;

  private GrowthExponent() {}

  /** Returns the slope in a plot of both logarithms from the ratios of two points. */
  static double slope(double sizes, double costs) {
    return Math.log(costs) / Math.log(sizes);
  }

  /**
   * Costs at three sizes. Sizes and costs are ratios to those of the smallest one.
   *
   * @param middle the middle size
   * @param largest the largest size
   */
  private record Triple(double middle, double largest, double middleCost, double largestCost) {

    static Triple of(List<Integer> sizes, List<Double> costs, int first, int middle) {
      int last = sizes.size() - 1;
      return new Triple(
          ratio(sizes, first, middle),
          ratio(sizes, first, last),
          ratio(costs, first, middle),
          ratio(costs, first, last));
    }

    double slope() {
      return GrowthExponent.slope(largest, largestCost);
    }

    /** Returns the slope at the largest size of a parabola in a plot of both logarithms. */
    double atEnd() {
      double before = GrowthExponent.slope(middle, middleCost);
      double after = GrowthExponent.slope(largest / middle, largestCost / middleCost);
      return after + (after - before) * Math.log(largest / middle) / Math.log(largest);
    }

    /** Returns the exponent p of {@code fixed + factor * size^p}, at most {@value MAX_EXPONENT}. */
    double aboveFixed() {
      double rise = largestCost - middleCost;
      double low = 0;
      double high = rise <= 0 ? 0 : MAX_EXPONENT;
      for (int i = 0; i < BISECTIONS; i++) {
        double p = (low + high) / 2;
        double share = Math.pow(middle, p);
        boolean isMore = rise * (share - 1) > (middleCost - 1) * (Math.pow(largest, p) - share);
        low = isMore ? p : low;
        high = isMore ? high : p;
      }
      return high;
    }
  }

  private static double ratio(List<? extends Number> values, int from, int to) {
    return values.get(to).doubleValue() / values.get(from).doubleValue();
  }

  /**
   * Returns the indexes of the three sizes that are compared if each comparison takes time: the
   * largest one, the next that is at most an eighth of it, and the one closest to their middle.
   */
  static List<Integer> three(List<Integer> sizes) {
    return three(sizes, sizes.size() - 3);
  }

  /**
   * @param most largest index of the smallest size
   */
  private static List<Integer> three(List<Integer> sizes, int most) {
    int last = sizes.size() - 1;
    int first =
        IntStream.rangeClosed(0, most)
            .filter(i -> i == 0 || sizes.get(last) >= (long) MIN_SPAN * sizes.get(i))
            .max()
            .orElseThrow();
    int middle =
        IntStream.range(first + 1, last)
            .boxed()
            .min(
                Comparator.comparingDouble(
                    i -> Math.abs(Math.log(ratio(sizes, first, i) / ratio(sizes, i, last)))))
            .orElseThrow();
    return List.of(first, middle, last);
  }

  /**
   * Returns the exponent of exact costs. If the largest sizes agree on the exponent above a fixed
   * part, the slope, which a fixed part makes smaller, does not count. Otherwise capacities may
   * grow in steps, and the interval is wider by the effect of a step. Three sizes do not show
   * steps.
   *
   * @param sizes increasing, at least three
   * @param costs more than 0, one for each size
   */
  static Interval ofExact(List<Integer> sizes, List<Double> costs) {
    List<Integer> three = three(sizes, Math.max(0, sizes.size() - LARGEST_SIZES));
    int first = three.get(0);
    Triple triple = Triple.of(sizes, costs, first, three.get(1));
    double[] aboveFixed =
        IntStream.range(first + 1, three.get(2))
            .mapToDouble(i -> Triple.of(sizes, costs, first, i).aboveFixed())
            .sorted()
            .toArray();
    double atEnd = triple.atEnd();
    double lower = aboveFixed[0];
    double most = aboveFixed[aboveFixed.length - 1];
    double upper = Math.max(atEnd, most);
    if (aboveFixed.length == 1 || most - lower > AGREEMENT || most >= MAX_EXPONENT) {
      double step = slope(triple.largest, aboveFixed.length > 1 ? STEP : UNSEEN_STEP);
      boolean growsAtLargestOnly = triple.middleCost <= 1;
      lower = growsAtLargestOnly ? 0 : Math.min(lower, Math.min(atEnd, triple.slope())) - step;
      upper = Math.max(upper, triple.slope());
      upper += upper > 0 ? step : 0;
    }
    double estimate = triple.aboveFixed();
    return bounded(lower, estimate < MAX_EXPONENT ? estimate : Math.max(lower, atEnd), upper);
  }

  /**
   * Returns the exponent of costs with errors.
   *
   * @param sizes three sizes, increasing
   * @param middle cost at the middle size relative to that at the smallest one
   * @param largest cost at the largest size relative to that at the smallest one
   */
  static Interval ofRatios(List<Integer> sizes, Interval middle, Interval largest) {
    double middleSize = ratio(sizes, 0, 1);
    double largestSize = ratio(sizes, 0, 2);
    Triple best = new Triple(middleSize, largestSize, middle.estimate(), largest.estimate());
    Triple steepest = new Triple(middleSize, largestSize, middle.lower(), largest.upper());
    double lower = Math.min(best.atEnd(), slope(largestSize, largest.lower()));
    double upper = Math.max(steepest.atEnd(), steepest.slope());
    if (largest.lower() > MIN_GROWTH * middle.upper()) {
      lower = Math.min(lower, best.aboveFixed());
      upper = Math.max(upper, steepest.aboveFixed());
    }
    // the slope is never above the exponent that is sought
    return bounded(lower, Math.max(best.slope(), best.atEnd()), upper);
  }

  private static Interval bounded(double lower, double estimate, double upper) {
    return new Interval(bounded(lower), bounded(estimate), bounded(upper));
  }

  private static double bounded(double exponent) {
    return Math.min(MAX_EXPONENT, Math.max(0, exponent));
  }
}
