package dev.tare.internal.timing;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.OutlierVariance;
import dev.tare.internal.stats.Outliers;
import dev.tare.internal.stats.Quantiles;
import dev.tare.model.Budget;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What may have moved a time, one phrase each. */
final class Distortions {

  /** Facts, step 11: CPU time and minima hide the pauses of garbage collections. */
  private static final double MOST_GC = 0.05;

  /** Boyer's limit for what may happen beside the measured code. */
  private static final double MOST_COMPILED = 0.01;

  /** More often than not: then even the median of a block may come from an interrupted sample. */
  private static final double MOST_INTERRUPTED = 0.5;

  /** Beyond the outer fences; of independent normal samples two in a million are there. */
  private static final double MOST_EXTREME = 0.025;

  /** Between the fences; of independent normal samples 0.7 % are there. */
  private static final double MOST_MILD = 0.1;

  /** A deviation known to no better than a factor says little; of 40 normal samples it is 1.6. */
  private static final double WIDEST_DEVIATION = 4;

  /** Boyer: from here on outliers, not the calls, make the deviation. */
  private static final double MOST_FROM_OUTLIERS = 0.5;

  /** The processors are shared with others then, and caches too. */
  private static final double MOST_STARVED = 0.1;

  /** A hundred steps of a clock make a sample; with fewer the step is in each figure. */
  private static final double COARSEST = 0.01;

  /** Of fewer samples the quartiles, and so the fences, are mere chance. */
  private static final int ENOUGH_FOR_QUARTILES = 20;

  /** Half of each reading repeats the one before: the standard error is a guess then. */
  private static final double STRONG_CORRELATION = 0.5;

  private final List<String> phrases = new ArrayList<>();

  private Distortions() {}

  static List<String> of(Trial trial, Estimate estimate, Budget budget) {
    Distortions distortions = new Distortions();
    distortions.floor(estimate);
    distortions.margin(estimate, budget.limit());
    distortions.control(trial, estimate, budget.limit());
    distortions.reflection(trial.lanes());
    distortions.jvm(trial, estimate);
    distortions.machine(trial, estimate);
    distortions.length(trial, estimate);
    distortions.samples(trial.lanes(), estimate);
    distortions.correlation(estimate.correlation(), estimate.readings().size());
    return distortions.phrases;
  }

  private void floor(Estimate estimate) {
    if (estimate.tooFast()) {
      phrases.add("below the floor: less than 1 ns a call cannot be told from an empty body");
    }
    if (estimate.baselineTooFast()) {
      phrases.add("the baseline is below the floor of 1 ns a call");
    }
  }

  private void margin(Estimate estimate, @Nullable Quantity limit) {
    if (limit == null || estimate.tooFast()) {
      return;
    }
    double resolution = 1 + estimate.resolution() / 100;
    double margin = limit.amount() / estimate.interval().estimate();
    if (margin < resolution && margin > 1 / resolution) {
      add("margin small: less than the %.0f %% that can be told", estimate.resolution());
    } else if (TimeFigures.isRatio(estimate.figure())
        && limit.amount() < resolution
        && limit.amount() > 1 / resolution) {
      add(
          "limit %s: equal speed cannot be told from it, which takes %.0f %%",
          limit.rounded(), estimate.resolution());
    }
  }

  private void control(Trial trial, Estimate estimate, @Nullable Quantity limit) {
    if (limit != null) {
      double margin = Math.log(limit.amount() / estimate.interval().estimate());
      trial
          .control(estimate)
          .flatMap(control -> control.warning(estimate, margin))
          .ifPresent(phrases::add);
    }
  }

  private void reflection(List<Lane> lanes) {
    if (lanes.stream().anyMatch(Lane::reflective)) {
      phrases.add("reflective mode: each call includes the cost of reflection");
    }
  }

  private void jvm(Trial trial, Estimate estimate) {
    Activity activity = trial.activity();
    if (!trial.warmUp().quiet()) {
      add("the JIT still compiled when the warm-up ended");
    }
    if (trial.warmUp().relapsed()) {
      add(
          "calls were %.0f times as fast earlier in the warm-up: allow more with maxWarmup",
          trial.warmUp().slower());
    }
    if (activity.gcShare() > MOST_GC) {
      add(
          "garbage collection %.0f %% of the time (%s), %s",
          100 * activity.gcShare(),
          Phrases.number(activity.gcCount(), "pause", "pauses"),
          pauses(trial, estimate));
    }
    if (activity.compileShare() > MOST_COMPILED) {
      add("the JIT compiled for %,d ms while samples were taken", activity.compileMillis());
    }
    if (activity.loadedClasses() > 0) {
      add(
          "%s loaded while samples were taken",
          Phrases.number(activity.loadedClasses(), "class", "classes"));
    }
  }

  private static String pauses(Trial trial, Estimate estimate) {
    if (!estimate.gc().charged()) {
      return "in the times that they interrupted";
    }
    boolean charged =
        trial.lanes().stream().anyMatch(lane -> estimate.gc().charge(lane.recording()) > 0);
    return charged ? "charged by the bytes allocated" : "not counted in CPU time";
  }

  private void machine(Trial trial, Estimate estimate) {
    double starved = trial.activity().starvedShare();
    if (starved > MOST_STARVED) {
      add("machine busy: %.0f %% of the time without a processor", 100 * starved);
    }
    Selection selection = estimate.selection();
    if (!selection.best() && selection.mostlyByNewMemory()) {
      add(
          "the heap took new memory in %.0f %% of the samples, which is slow at first",
          100.0 * selection.inNewMemory() / selection.samples().size());
    } else if (!selection.best()) {
      add(
          "core shared or slowed down: it worked at %.0f %% of its best speed",
          100 * speed(trial.lanes()));
    }
    Agents.phrase(trial.setting().clock().jvmArguments()).ifPresent(phrases::add);
    int processors = Runtime.getRuntime().availableProcessors();
    if (estimate.procedure().threads() > processors) {
      add(
          "%,d threads on %s: they wait for each other",
          estimate.procedure().threads(), Phrases.number(processors, "processor", "processors"));
    }
  }

  /** Of the core where it did not do its best, as a share of its best. */
  private static double speed(List<Lane> lanes) {
    CoreProbe core = lanes.get(0).core();
    return core.speed(
        Quantiles.median(
            lanes.stream()
                .flatMapToDouble(lane -> Arrays.stream(lane.recording().probes()))
                .filter(nanos -> !core.isBest(nanos))
                .toArray()));
  }

  private void length(Trial trial, Estimate estimate) {
    if (estimate.readings().size() < Sampler.LOOKS.get(0)) {
      add(
          "too short: %s, which makes the interval wide; allow more with maxTime",
          Phrases.number(estimate.readings().size(), "reading", "readings"));
    }
    double step = trial.setting().cost().stepNanos();
    for (Lane lane : trial.lanes()) {
      Recording recording = lane.recording();
      double timed =
          Quantiles.median(recording.perCall(Basis.WALL))
              * (lane.timesSingleCalls()
                  ? estimate.procedure().operations()
                  : recording.operationsPerSample());
      if (step > COARSEST * timed) {
        add(
            "clock too coarse: it advances by %s, and %s is timed at once",
            new Elapsed(step).rounded(), new Elapsed(timed).rounded());
        return;
      }
    }
  }

  private void samples(List<Lane> lanes, Estimate estimate) {
    for (Lane lane : lanes) {
      Recording recording = lane.recording();
      double interrupted = recording.interruptedShare();
      if (estimate.basis() == Basis.CPU && interrupted > MOST_INTERRUPTED) {
        add("%s: %.0f %% of the samples interrupted", lane.arm().name(), 100 * interrupted);
      }
      if (recording.size() >= ENOUGH_FOR_QUARTILES) {
        outliers(lane, estimate);
        deviation(lane, estimate);
      }
    }
  }

  private void outliers(Lane lane, Estimate estimate) {
    double[] samples = estimate.selection().of(lane.recording().perCall(estimate.basis()));
    int size = samples.length;
    Outliers outliers = Outliers.of(samples);
    if (outliers.extreme() > MOST_EXTREME * size || outliers.mild() > MOST_MILD * size) {
      add(
          "%s: %,d of %,d samples are outliers, %,d of them extreme",
          lane.arm().name(), outliers.all(), size, outliers.extreme());
    }
  }

  private void deviation(Lane lane, Estimate estimate) {
    double[] samples = estimate.selection().of(lane.recording().perCall(estimate.basis()));
    double deviation = Moments.standardDeviation(samples);
    if (deviation == 0 || Quantiles.median(samples) < estimate.procedure().floorNanos()) {
      return;
    }
    Interval interval = Phrases.deviation(estimate, samples);
    double actions = lane.recording().operationsPerSample();
    double share =
        OutlierVariance.share(Moments.mean(samples) * actions, deviation * actions, actions);
    if (interval.upper() > WIDEST_DEVIATION * interval.lower() && share > MOST_FROM_OUTLIERS) {
      add(
          "%s: standard deviation unreliable, at least %.0f %% of its variance comes from outliers",
          lane.arm().name(), 100 * share);
    }
  }

  private void correlation(double lag1, int readings) {
    // with few readings a correlation of two standard errors, 2 / sqrt(n), is mere chance
    if (Math.abs(lag1) > Math.max(STRONG_CORRELATION, 2 / Math.sqrt(readings))) {
      add("the readings %s (serial correlation %.2f)", lag1 > 0 ? "drift" : "oscillate", lag1);
    }
  }

  private void add(String format, Object... arguments) {
    phrases.add(String.format(Locale.ROOT, format, arguments));
  }
}
