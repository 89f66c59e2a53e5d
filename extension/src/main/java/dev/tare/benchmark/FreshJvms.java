package dev.tare.benchmark;

import dev.tare.internal.fork.ForkedJvm.ForkFailedException;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.timing.RemovedWorkBound;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Measures in fresh JVMs, one after the other, and merges their measurements.
 *
 * @param starter starts a JVM and waits for its measurements
 * @param forks number of JVMs
 */
record FreshJvms(Starter starter, int forks, List<Budget> budgets) {

  private static final String TOO_FEW =
      "what a fresh JVM could measure does not bound the %s from above; allow more with measurementTime, or"
          + " let each call do more";

  /** Starts fresh JVMs. */
  interface Starter {

    /** Starts a fresh JVM and returns its measurements, one for each budget. */
    List<Measurement> start() throws ForkFailedException, InterruptedException;
  }

  /**
   * Returns one measurement for each budget.
   *
   * @throws ForkFailedException if a JVM measured nothing
   */
  List<Measurement> measure() throws ForkFailedException, InterruptedException {
    List<List<Measurement>> runs = new ArrayList<>();
    for (int jvm = 1; jvm <= forks; jvm++) {
      runs.add(starter.start());
    }
    List<Measurement> merged = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i++) {
      int figure = i;
      merged.add(
          doubtedIfUnbounded(
              merged(runs.stream().map(run -> run.get(figure)).toList()), budgets.get(i)));
    }
    return merged;
  }

  private static Measurement doubtedIfUnbounded(Measurement measured, Budget budget) {
    Measurement merged = RemovedWorkBound.decided(measured, budget);
    return merged instanceof Observed observed
            && observed.isAtLeast()
            && budget.judge(merged).outcome() == Outcome.INCONCLUSIVE
        ? observed.withDoubt(TOO_FEW.formatted(merged.figure().noun()))
        : merged;
  }

  /**
   * Merges the measurements.
   *
   * @param runs measurements of one figure, at least one; the first that is missing, unknown or a
   *     bound of removed work is returned as the result
   */
  static Measurement merged(List<Measurement> runs) {
    for (Measurement run : runs) {
      if (!(run instanceof Observed observed)
          || observed.isUnknown()
          || RemovedWorkBound.of(run).isPresent()) {
        return run;
      }
    }
    return merge(runs.stream().map(Observed.class::cast).toList());
  }

  private static Observed merge(List<Observed> runs) {
    Observed first = runs.get(0);
    Figure figure = first.figure();
    double[] logarithms =
        runs.stream().mapToDouble(run -> Math.log(run.value().amount())).toArray();
    Interval interval =
        Interval.ofRuns(
            logarithms,
            // the effect of compilation differs from JVM to JVM, so the mean reduces it
            TimeFigures.systematicError(figure),
            SamplingPlan.FAILURE_ERROR,
            SamplingPlan.PASS_ERROR);
    double lower =
        interval.lower()
            - excessOverCompilation(runs, Observed::lower, SamplingPlan.CHECKPOINT_FAILURE_ERROR);
    double upper =
        interval.upper()
            + excessOverCompilation(runs, Observed::upper, SamplingPlan.CHECKPOINT_PASS_ERROR);
    boolean unbounded = runs.stream().anyMatch(Observed::isAtLeast);
    List<String> counted = new ArrayList<>();
    counted.add("fresh JVMs: " + roundedValues(runs));
    counted.addAll(first.counted());
    return new Observed(
        figure,
        TimeFigures.quantity(figure, Math.exp(interval.estimate())),
        TimeFigures.quantity(figure, Math.max(Double.MIN_NORMAL, Math.exp(lower))),
        TimeFigures.quantity(figure, unbounded ? Long.MAX_VALUE : Math.exp(upper)),
        sampling(runs),
        counted,
        distortions(runs),
        null);
  }

  /**
   * Returns the mean distance, as a logarithm, by which an end of the runs' own intervals lies
   * beyond the effect of compilation. Causes are the noise of few readings, the cost of the clock
   * and starvation. Part of it is common to all runs, so it does not shrink with their number.
   */
  private static double excessOverCompilation(
      List<Observed> runs, Function<Observed, Quantity> end, double error) {
    Figure figure = runs.get(0).figure();
    // a first call is one reading, whose ends are exact
    double byCompilation =
        TimeFigures.isFirstCall(figure)
            ? 0
            : Interval.normalAbove(error) * TimeFigures.systematicError(figure);
    return runs.stream()
        .mapToDouble(run -> distance(run.value(), end.apply(run)) - byCompilation)
        .map(further -> Math.max(0, further))
        .average()
        .orElseThrow();
  }

  private static double distance(Quantity value, Quantity end) {
    return Math.abs(Math.log(Math.max(Double.MIN_NORMAL, end.amount()) / value.amount()));
  }

  private static String roundedValues(List<Observed> runs) {
    return runs.stream().map(run -> run.value().rounded()).collect(Collectors.joining(", "));
  }

  private static Sampling sampling(List<Observed> runs) {
    Comparator<Quantity> order = Quantity::compare;
    Sampling first = runs.get(0).sampling();
    return new Sampling(
        runs.size() == 1
            ? first.statistic()
            : "mean of %s JVMs, each %s".formatted(runs.size(), first.statistic()),
        runs.stream().mapToInt(run -> run.sampling().readings()).sum(),
        runs.stream().mapToLong(run -> run.sampling().warmups()).sum(),
        runs.stream().map(run -> run.sampling().smallest()).min(order).orElseThrow(),
        runs.stream().map(run -> run.sampling().largest()).max(order).orElseThrow(),
        first.first(),
        series(runs),
        first.bytesPerCall());
  }

  private static List<PointSeries> series(List<Observed> runs) {
    List<PointSeries> series = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      for (PointSeries one : runs.get(i).sampling().series()) {
        series.add(one.named("%s in JVM %s".formatted(one.name(), i + 1)));
      }
    }
    return series;
  }

  /** Returns each distortion once, with the facts of the first JVM that reported it. */
  private static List<Remark> distortions(List<Observed> runs) {
    List<Remark> distinct = new ArrayList<>();
    for (Observed run : runs) {
      run.distortions().stream()
          .filter(one -> distinct.stream().noneMatch(two -> two.form().equals(one.form())))
          .forEach(distinct::add);
    }
    return distinct;
  }
}
