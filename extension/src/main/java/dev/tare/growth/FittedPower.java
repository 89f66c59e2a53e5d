package dev.tare.growth;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.PowerLaw;
import dev.tare.internal.stats.PowerLaw.Errors;
import dev.tare.internal.stats.PowerLaw.Trend;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Fits a constant and a power law to costs through which no exact curve passes.
 *
 * @param budget limit of the growth, used if the costs do not bound the exponent
 * @param zero the quantity 0 in the unit of the costs
 */
record FittedPower(GrowthPoints points, Budget budget, Quantity zero) {

  // same values as for a benchmark
  private static final double FAILURE_ERROR = 0.01;
  private static final double PASS_ERROR = 0.05;

  /** Minimum cost in the fit, since 0 has no logarithm; less than one object. */
  private static final double MIN_COST = 1;

  // A time that does not grow can hide a growing part beside a constant one, but its power is
  // limited: a call with n^p steps takes at least n^p times the shortest step. Clearing a bit takes
  // at least 0.0004 ns, with a 64-byte store every cycle at 5 GHz. The value is 40 times less, to
  // allow for loops over a triangle and arrays that grow by a constant.

  /** Nanoseconds of the shortest step of an algorithm. */
  private static final double SHORTEST_STEP = 1e-5;

  /** Upper end of an interval without a bound. */
  private static final Power UNBOUNDED = new Power(Long.MAX_VALUE);

  /**
   * Returns the growth. It is doubtful if the costs do not bound it, the limit is not exceeded, and
   * flat costs do not prove that it is kept.
   */
  Measurement fit(Errors errors, List<String> counted, List<Remark> distortions) {
    double[] costs =
        points.costs().stream().mapToDouble(cost -> Math.max(cost, MIN_COST)).toArray();
    double[] sizes = points.sizes().stream().mapToDouble(Integer::doubleValue).toArray();
    PowerLaw law = PowerLaw.of(sizes, costs, errors, FAILURE_ERROR, PASS_ERROR);
    Interval exponent = law.exponent();
    boolean bounded = !Double.isInfinite(exponent.upper());
    Observed observed =
        new Observed(
            budget.figure(),
            new Power(exponent.estimate()),
            new Power(exponent.lower()),
            bounded ? new Power(exponent.upper()) : UNBOUNDED,
            sampling(law, slopes(sizes, costs)).withSeries(points.series(zero.unit(), law::at)),
            phrases(law, counted),
            distortions,
            null);
    return bounded ? observed : withoutUpperBound(law.trend(), observed);
  }

  private static Sampling sampling(PowerLaw law, double[] slopes) {
    String statistic = law.fixed() > 0 && law.factor() > 0 ? "power law above a fixed part; " : "";
    double smallest = Double.MAX_VALUE;
    double largest = 0;
    for (double slope : slopes) {
      smallest = Math.min(smallest, Math.max(0, slope));
      largest = Math.max(largest, slope);
    }
    return new Sampling(
        statistic + "log-log slope",
        slopes.length,
        0,
        new Power(smallest),
        new Power(largest),
        null);
  }

  /** Returns the exponents from each point to the next, with the constant part included. */
  private static double[] slopes(double[] sizes, double[] costs) {
    double[] slopes = new double[sizes.length - 1];
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] = Math.log(costs[i + 1] / costs[i]) / Math.log(sizes[i + 1] / sizes[i]);
    }
    return slopes;
  }

  private List<String> phrases(PowerLaw law, List<String> counted) {
    List<String> phrases = new ArrayList<>();
    phrases.add(points.range(zero));
    phrases.add("fitted " + formula(law));
    for (int i = 0; i < points.sizes().size(); i++) {
      Quantity fitted = zero.withAmount(law.at(points.sizes().get(i)));
      Quantity cost = zero.withAmount(points.costs().get(i));
      phrases.add(points.point(i, cost) + " (fitted " + fitted.rounded() + ")");
    }
    phrases.addAll(counted);
    return phrases;
  }

  private String formula(PowerLaw law) {
    String fixed = zero.withAmount(law.fixed()).rounded();
    if (law.factor() == 0) {
      return fixed + " at every size";
    }
    String power =
        String.format(
            Locale.ROOT, "%.3g %s x n^%.2f", law.factor(), zero.unit(), law.exponent().estimate());
    return law.fixed() == 0 ? power : fixed + " + " + power;
  }

  /** Returns the measurement of costs that do not bound the exponent from above. */
  private Measurement withoutUpperBound(Trend trend, Observed observed) {
    if (budget.judge(observed).outcome() == Outcome.EXCEEDED) {
      return observed;
    }
    if (trend == Trend.FLAT && Power.SUBLINEAR.equals(budget.limit())) {
      return observed.withInterval(observed.lower(), Power.SUBLINEAR);
    }
    if (trend == Trend.FLAT && zero instanceof Elapsed) {
      Observed flat = boundedByShortestStep(observed);
      if (budget.judge(flat).outcome() == Outcome.WITHIN) {
        return flat;
      }
    }
    String reason =
        trend == Trend.FLAT
            ? "%s: growth is too small to be seen; take larger sizes, or atMost = GrowthOrder.SUBLINEAR"
                + " if it need not grow"
            : "%s: a fixed part or scatter hides how fast the rest grows; take larger sizes, more"
                + " of them, or sizes that lie further apart";
    return new Doubtful(observed.figure(), reason.formatted(points.range(zero)), observed);
  }

  /** Returns the largest power of a size that is a number of steps which fit into a time. */
  static Power maxExponent(double nanos, int size) {
    return new Power(Math.log(Math.max(1, nanos / SHORTEST_STEP)) / Math.log(size));
  }

  /** Bounds the exponent of a time that does not grow by the number of steps that fit into it. */
  private Observed boundedByShortestStep(Observed observed) {
    int last = points.sizes().size() - 1;
    Power maxExponent = maxExponent(points.costs().get(last), points.sizes().get(last));
    String phrase =
        "no growth seen; one faster than %s would take longer at %s"
            .formatted(maxExponent.exact(), GrowthPoints.sizeText(points.sizes().get(last)));
    return observed.withInterval(observed.lower(), maxExponent).alsoCounted(List.of(phrase));
  }
}
