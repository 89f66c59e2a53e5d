package dev.tare.internal.timing;

import dev.tare.internal.timing.call.Arm;
import dev.tare.internal.timing.call.Elimination;
import dev.tare.internal.timing.call.Procedure;
import dev.tare.internal.timing.clock.Activity;
import dev.tare.internal.timing.clock.Clock;
import dev.tare.internal.timing.clock.Pauses;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.Phrases;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.Allowance;
import dev.tare.internal.timing.stage.EarlyCalls;
import dev.tare.internal.timing.stage.Lane;
import dev.tare.internal.timing.stage.PauseTally;
import dev.tare.internal.timing.stage.Pilot;
import dev.tare.internal.timing.stage.Setting;
import dev.tare.internal.timing.stage.WarmUp;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One warm-up and sampling of all methods with fresh stubs.
 *
 * @param setting what it has in common with others of the benchmark
 * @param budgets what was asked
 * @param estimates what the samples say, one for each budget
 * @param lanes the methods with their samples
 * @param warmUp how the warm-up ended
 * @param activity what else the JVM did
 * @param control the baseline against itself, if a comparison was not decided at once
 */
record Trial(
    Setting setting,
    List<Budget> budgets,
    List<Estimate> estimates,
    List<Lane> lanes,
    WarmUp.Ended warmUp,
    Activity activity,
    Optional<Control> control) {

  static Trial run(Setting setting, Allowance allowance, List<Arm> arms, List<Budget> budgets)
      throws Throwable {
    Clock clock = setting.clock();
    List<Lane> lanes = arms.stream().map(arm -> new Lane(arm, clock, setting.procedure())).toList();
    try {
      Pauses before = Pauses.now(clock);
      double cap = allowance.warmup(lanes.size());
      WarmUp.Ended warmUp =
          new WarmUp(clock, cap, lanes.size() > 1, setting.progress()).warm(lanes);
      for (Lane lane : lanes) {
        Pilot.choose(lane);
      }
      PauseTally pauses = PauseTally.ofWarmUp(clock, before, warmUp);
      Sampler sampler = new Sampler(setting, allowance, lanes, budgets, pauses);
      List<Estimate> estimates = sampler.sample();
      for (Lane lane : lanes) {
        lane.examine();
      }
      return new Trial(
          setting, budgets, estimates, lanes, warmUp, sampler.activity(), sampler.control());
    } finally {
      lanes.forEach(Lane::forget);
    }
  }

  /** Returns how long another trial of these methods takes at least, in nanoseconds. */
  double leastNanos() {
    return WarmUp.least(lanes, lanes.size() > 1)
        + Procedure.LOOKS.get(0)
            * lanes.stream().mapToDouble(lane -> lane.nanosPerCall() * lane.callsPerSample()).sum();
  }

  /**
   * What was observed for a budget.
   *
   * @param index which budget
   * @param early the calls before the warm-up
   */
  Measurement measurement(int index, EarlyCalls early) {
    Estimate estimate = estimates.get(index);
    Budget budget = budgets.get(index);
    Optional<String> eliminated = eliminated(estimate);
    if (eliminated.isPresent()) {
      return new Missing(budget.figure(), eliminated.get(), Elimination.REMEDY);
    }
    return estimate.measurement(
        budget,
        sampling(estimate, early),
        counted(estimate),
        Distortions.of(this, early, estimate, budget));
  }

  /** Whether the core was shared all the while, and that moved the figure. */
  boolean sharedThroughout(Figure figure) {
    return !TimeFigures.isRatio(figure) && lanes.get(0).sharedThroughout();
  }

  /** A baseline that was left out makes a ratio say nothing, but not the time of the method. */
  private Optional<String> eliminated(Estimate estimate) {
    Optional<String> own = lanes.get(0).eliminated();
    return own.isEmpty() && TimeFigures.isRatio(estimate.figure())
        ? lanes.get(1).eliminated()
        : own;
  }

  private List<String> counted(Estimate estimate) {
    List<String> phrases = new ArrayList<>();
    phrases.add(Phrases.clock(estimate));
    Phrases.singleCalls(setting, lanes).ifPresent(phrases::add);
    phrases.add(Phrases.samples(estimate, lanes));
    Phrases.leftOut(estimate.selection()).ifPresent(phrases::add);
    phrases.add(Phrases.warmUp(warmUp, lanes));
    control(estimate).flatMap(one -> one.phrase(estimate)).ifPresent(phrases::add);
    Phrases.gc(estimate, lanes).ifPresent(phrases::add);
    phrases.addAll(Phrases.distributions(estimate, lanes));
    phrases.add(Phrases.regularity(estimate, lanes));
    phrases.add(Phrases.beside(setting, activity));
    return phrases;
  }

  /** The one that belongs to an estimate, which is one of a comparison. */
  Optional<Control> control(Estimate estimate) {
    return TimeFigures.isRatio(estimate.figure()) ? control : Optional.empty();
  }

  private Sampling sampling(Estimate estimate, EarlyCalls early) {
    double[] sorted = estimate.readings().stream().mapToDouble(d -> d).sorted().toArray();
    return new Sampling(
        setting.procedure().statistic().noun(),
        sorted.length,
        lanes.get(0).unjudgedCalls() + early.calls(),
        TimeFigures.quantity(estimate.figure(), sorted[0]),
        TimeFigures.quantity(estimate.figure(), sorted[sorted.length - 1]),
        TimeFigures.isRatio(estimate.figure()) ? null : early.first().elapsed(),
        estimate.undisturbed());
  }
}
