package dev.tare.growth;

import dev.tare.allocation.AllocationMetrics;
import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.allocation.AllocationSites;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.retained.Kind;
import dev.tare.retained.SizeMetrics;
import dev.tare.unit.DataSize;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Measures how fast bytes grow: with the metric that limits them, at each size.
 *
 * @param metric metric of the bytes of a call
 * @param parameter index of the parameter that takes the size
 */
record GrowthOfBytes(Metric metric, int parameter) {

  private static final String NONE = "0 B";

  static GrowthOfBytes of(Cost cost, int parameter, Subject.Site site, Subject subject) {
    Options options = new Options(Map.of(), site, subject.configuration());
    return new GrowthOfBytes(
        cost == Cost.RETAINED
            ? SizeMetrics.bytesAtMost(NONE, Kind.RETAINED, options)
            : AllocationMetrics.bytesAtMost(NONE, options),
        parameter);
  }

  Measurement measure(Subject subject, List<Integer> sizes, Schedule schedule, Figure figure)
      throws Throwable {
    List<Observed> points = new ArrayList<>();
    List<Budget> unlimited = List.of(Budget.unlimited(metric.budgets().get(0).figure()));
    for (int size : sizes) {
      Measurement measured = at(size, subject, schedule, unlimited);
      if (measured instanceof Missing missing) {
        return new Missing(figure, missing.reason(), missing.remedy());
      }
      Observed observed = (Observed) measured;
      if (observed.isAtLeast() && observed.doubt() != null) {
        return Observed.unknown(figure, Power.CONSTANT, observed.doubt());
      }
      points.add(observed);
    }
    return growth(figure, sizes, points);
  }

  private Measurement at(int size, Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Subject sized = subject.with(parameter, size);
    try {
      return metric.measure(sized, schedule, budgets).get(0);
    } finally {
      sized.body().forget();
    }
  }

  private static Observed growth(Figure figure, List<Integer> sizes, List<Observed> points) {
    Observed last = points.get(points.size() - 1);
    Sampling sampling = last.sampling();
    String readings =
        "at each size %s of %s readings after %s"
            .formatted(sampling.statistic(), sampling.readings(), sampling.warmups());
    Observed growth =
        new GrowthPoints(sizes, amounts(points, Observed::value), new DataSize(0))
            .exact(figure, Stream.concat(Stream.of(readings), last.counted().stream()).toList())
            .withDistortions(last.distortions());
    return points.stream()
        .map(Observed::doubt)
        .filter(Objects::nonNull)
        .findFirst()
        .map(doubt -> withDifferingCalls(growth, sizes, points).withDoubt(doubt))
        .orElse(growth);
  }

  /** Returns a growth with an interval of the curves through either end of the points. */
  private static Observed withDifferingCalls(
      Observed growth, List<Integer> sizes, List<Observed> points) {
    List<Double> least = amounts(points, Observed::lower);
    List<Double> most = amounts(points, Observed::upper);
    Quantity lower = growth.lower();
    Quantity upper = growth.upper();
    for (List<Double> curve : List.of(least, most, withLast(least, most), withLast(most, least))) {
      Observed other =
          new GrowthPoints(sizes, curve, new DataSize(0)).exact(growth.figure(), List.of());
      lower = other.lower().compare(lower) < 0 ? other.lower() : lower;
      upper = other.upper().compare(upper) > 0 ? other.upper() : upper;
    }
    return growth.withInterval(lower, upper);
  }

  private static List<Double> withLast(List<Double> curve, List<Double> other) {
    List<Double> joined = new ArrayList<>(curve);
    joined.set(curve.size() - 1, other.get(curve.size() - 1));
    return joined;
  }

  private static List<Double> amounts(List<Observed> points, Function<Observed, Quantity> end) {
    return points.stream().map(point -> end.apply(point).amount()).toList();
  }

  /** Returns the growth with the breakdown of the bytes at a size, or with what prevented one. */
  Observed explain(Observed growth, Subject subject, int size, Remark note) {
    try {
      Measurement measured = at(size, subject, Schedule.STANDARD, metric.budgets());
      if (!(measured instanceof Observed observed)) {
        return growth;
      }
      Breakdown breakdown = observed.breakdown();
      return breakdown == null
          ? growth.withDistortions(observed.distortions())
          : growth.withBreakdown(
              breakdown.withNotes(
                  Stream.concat(Stream.of(note), breakdown.notes().stream()).toList()));
    } catch (Throwable thrown) {
      // the verdict does not need the breakdown, so a failure of these calls does not change it
      return AllocationSites.unexplained(growth, "a further call threw " + thrown);
    }
  }
}
