package dev.tare.internal.timing;

import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.WarmUpStage.WarmUpEnd;
import dev.tare.model.Budget;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Collects remarks on what may have distorted a figure of a benchmark. None changes a verdict. */
final class Distortions {

  /** Share of the time beyond which garbage collection is reported. */
  private static final double MAX_GC_SHARE = 0.05;

  /** Bytes in a nanosecond beyond which garbage collections will come in the long run. */
  private static final double MUCH_BYTES_PER_NANO = 0.1;

  /**
   * Share of starvation beyond which the machine counts as busy: other programs share its
   * processors and caches.
   */
  private static final double MAX_STARVED_SHARE = 0.1;

  private final List<Remark> found = new ArrayList<>();

  private Distortions() {}

  /** Returns all distortions of an estimate. */
  static List<Remark> of(BenchmarkRun run, Estimate estimate, Budget budget) {
    Distortions distortions = new Distortions();
    distortions.addBelowFloor(estimate);
    distortions.addDifferenceFromAllCalls(estimate, budget);
    distortions.addReadings(estimate.readings().size());
    distortions.addWarmUp(run.warmUp());
    distortions.addGarbageCollection(run.activity(), estimate.gc(), run.sampledCases());
    distortions.addCalls(run);
    double starved = run.activity().starvedShare();
    if (starved > MAX_STARVED_SHARE) {
      distortions.add(
          "busy-machine",
          "machine busy: {percent:%.0f} % of the time without a processor",
          100 * starved);
    }
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
    if (number < SamplingPlan.MIN_ROUNDS) {
      add(
          "far-above-limit",
          "{readings|reading|readings}, since slow calls are far above their limit",
          number);
    } else if (number < SamplingPlan.FIRST_CHECKPOINT) {
      add(
          "few-readings",
          "too short: {readings|reading|readings}, which makes the interval wide; allow more with"
              + " measurementTime",
          number);
    }
  }

  private void addWarmUp(WarmUpEnd ended) {
    if (!ended.jitIdle()) {
      add("jit-not-quiet", "the JIT still compiled when the warm-up ended");
    }
    if (ended.isRelapsed()) {
      add(
          "slower-than-before",
          "calls were {times:%.0f} times as fast earlier in the warm-up: allow more with warmupTime",
          ended.slowdown());
    }
  }

  private void addGarbageCollection(
      JvmActivity activity, GcCost gc, List<SampledCase> sampledCases) {
    if (activity.gcShare() > MAX_GC_SHARE) {
      add(
          "garbage-collection",
          "garbage collection {percent:%.0f} % of the time ({pauses|pause|pauses}), {charge}",
          100 * activity.gcShare(),
          activity.gcCount(),
          pauseCharge(gc, sampledCases));
    }
    if (gc.pauses().count() == 0 && sampledCases.stream().anyMatch(Distortions::allocatesMuch)) {
      add(
          "no-garbage-collection",
          "no garbage collection came, so what it will cost is not included; allow more with"
              + " measurementTime");
    }
  }

  private static String pauseCharge(GcCost gc, List<SampledCase> sampledCases) {
    if (!gc.isCharged()) {
      return "in the times that they interrupted";
    }
    boolean charged =
        sampledCases.stream().anyMatch(sampledCase -> gc.charge(sampledCase.recording()) > 0);
    return charged ? "charged by the bytes allocated" : "not counted in CPU time";
  }

  private static boolean allocatesMuch(SampledCase sampledCase) {
    Samples recording = sampledCase.recording();
    return recording.bytesPerOperation()
        > MUCH_BYTES_PER_NANO * Quantiles.median(recording.perCall(TimeBasis.WALL));
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
