package dev.tare.internal.timing;

import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.model.Budget;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Collects remarks on what may have distorted a figure of a benchmark. None changes a verdict. */
final class Distortions {

  /** Share of the time beyond which garbage collection is reported. */
  private static final double MAX_GC_SHARE = 0.05;

  private final List<Remark> found = new ArrayList<>();

  private Distortions() {}

  /** Returns all distortions of an estimate. */
  static List<Remark> of(BenchmarkRun run, Estimate estimate, Budget budget) {
    Distortions distortions = new Distortions();
    distortions.addBelowFloor(estimate);
    distortions.addDifferenceFromAllCalls(estimate, budget);
    distortions.addReadings(estimate.readings().size());
    if (!run.warmUp().jitIdle()) {
      distortions.add("jit-not-quiet", "the JIT still compiled when the warm-up ended");
    }
    double gcShare = run.spent().gcShare();
    if (gcShare > MAX_GC_SHARE) {
      distortions.add(
          "garbage-collection",
          "garbage collection {percent:%.0f} % of the time ({pauses|pause|pauses})",
          100 * gcShare,
          run.spent().gcCount());
    }
    distortions.addCalls(run);
    return distortions.found;
  }

  private void add(String id, String form, Object... facts) {
    found.add(Remark.of(id, form, facts));
  }

  private void addBelowFloor(Estimate estimate) {
    if (estimate.tooFast()) {
      add(
          "below-floor",
          "below the floor: less than 1 ns a call cannot be distinguished from an empty body");
    }
    if (estimate.baselineTooFast()) {
      add("baseline-below-floor", "the baseline is below the floor of 1 ns a call");
    }
  }

  /**
   * Adds the difference between samples and all calls, unless the verdict already names it as the
   * reason for a doubt.
   */
  private void addDifferenceFromAllCalls(Estimate estimate, Budget budget) {
    if (budget.limit() == null || estimate.outcome(budget) != Outcome.INCONCLUSIVE) {
      estimate.differenceFromAllCalls().ifPresent(found::add);
    }
  }

  private void addReadings(int number) {
    if (number < SamplingPlan.FIRST_CHECKPOINT) {
      add(
          "few-readings",
          "{readings|reading|readings} only, which makes the interval wide; allow more with"
              + " measurementTime",
          number);
    }
  }

  private void addCalls(BenchmarkRun run) {
    if (run.sampledCases().stream().anyMatch(SampledCase::isReflective)) {
      add("reflective-mode", "reflective mode: each call includes the cost of reflection");
    }
    for (SampledCase sampledCase : run.sampledCases()) {
      if (sampledCase.mayHideDeadCode(run.settings().clockCost())) {
        add(
            "dead-code-possible",
            "{method} takes hardly longer than a reading of the clock and returns nothing, so"
                + " the JIT may have removed its work; return something, or let each"
                + " call do more",
            sampledCase.benchmarkCase().name());
      }
    }
  }
}
