package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Distributions;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.RepeatedRuns;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Merges the measurements of one figure from several fresh JVMs. */
public final class MergedForks {

  private MergedForks() {}

  /**
   * Merges the measurements.
   *
   * @param runs measurements of one figure, at least one; the first that is missing or doubtful is
   *     returned as the result
   */
  public static Measurement of(List<Measurement> runs) {
    List<Observed> observed = new ArrayList<>();
    for (Measurement run : runs) {
      if (run instanceof Missing missing) {
        return missing;
      }
      if (run instanceof Doubtful doubtful) {
        return doubtful;
      }
      observed.add((Observed) run);
    }
    return merge(observed);
  }

  private static Observed merge(List<Observed> runs) {
    Observed first = runs.get(0);
    Figure figure = first.figure();
    double[] logarithms =
        runs.stream().mapToDouble(run -> Math.log(run.value().amount())).toArray();
    Interval interval =
        RepeatedRuns.of(
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
            : Distributions.normalAbove(error) * TimeFigures.systematicError(figure);
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
        bytesPerCall(runs));
  }

  private static @Nullable Double bytesPerCall(List<Observed> runs) {
    List<Double> bytes = new ArrayList<>();
    for (Observed run : runs) {
      Double one = run.sampling().bytesPerCall();
      if (one == null) {
        return null;
      }
      bytes.add(one);
    }
    return bytes.stream().mapToDouble(one -> one).average().orElseThrow();
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

  /** Returns each distortion once, as the first JVM reported it, with the number of JVMs. */
  private static List<Remark> distortions(List<Observed> runs) {
    Map<String, Remark> first = new LinkedHashMap<>();
    Map<String, Integer> jvms = new HashMap<>();
    for (Observed run : runs) {
      for (Remark remark : run.distortions()) {
        first.putIfAbsent(remark.form(), remark);
        jvms.merge(remark.form(), 1, Integer::sum);
      }
    }
    return first.values().stream()
        .map(
            remark -> {
              int seen = jvms.getOrDefault(remark.form(), 0);
              return seen >= runs.size()
                  ? remark
                  : remark.after("in {jvms} of {ofJvms} JVMs: ", seen, runs.size());
            })
        .toList();
  }
}
