package dev.tare.internal.timing;

import dev.tare.internal.stats.Outliers;
import dev.tare.model.Budget;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
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
    distortions.reflection(trial.lanes());
    distortions.jvm(trial);
    distortions.samples(trial.lanes(), estimate);
    distortions.correlation(estimate.correlation(), estimate.blocks().size());
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

  private void reflection(List<Lane> lanes) {
    if (lanes.stream().anyMatch(Lane::reflective)) {
      phrases.add("reflective mode: each call includes the cost of reflection");
    }
  }

  private void jvm(Trial trial) {
    Activity activity = trial.activity();
    if (!trial.warmUp().quiet()) {
      add("the JIT still compiled when the warm-up ended");
    }
    if (activity.gcShare() > MOST_GC) {
      add(
          "garbage collection %.0f %% of the time (%s), not counted in CPU time",
          100 * activity.gcShare(), Phrases.number(activity.gcCount(), "pause", "pauses"));
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

  private void samples(List<Lane> lanes, Estimate estimate) {
    for (Lane lane : lanes) {
      Recording recording = lane.recording();
      double interrupted = recording.interruptedShare();
      if (estimate.basis() == Basis.CPU && interrupted > MOST_INTERRUPTED) {
        add("%s: %.0f %% of the samples interrupted", lane.arm().name(), 100 * interrupted);
      }
      Outliers outliers = Outliers.of(recording.perCall(estimate.basis()));
      if (recording.size() >= ENOUGH_FOR_QUARTILES
          && outliers.extreme() > MOST_EXTREME * recording.size()) {
        add(
            "%s: %,d of %,d samples are outliers, %,d of them extreme",
            lane.arm().name(), outliers.all(), recording.size(), outliers.extreme());
      }
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
