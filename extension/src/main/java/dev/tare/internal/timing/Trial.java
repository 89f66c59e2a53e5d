package dev.tare.internal.timing;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One warm-up and sampling of all methods with fresh stubs.
 *
 * @param budgets what was asked
 * @param estimates what the samples say, one for each budget
 * @param lanes the methods with their samples
 * @param warmUp how the warm-up ended
 * @param activity what else the JVM did
 */
record Trial(
    List<Budget> budgets,
    List<Estimate> estimates,
    List<Lane> lanes,
    WarmUp.Ended warmUp,
    Activity activity) {

  static Trial run(Clock clock, Caps caps, List<Arm> arms, List<Budget> budgets) throws Throwable {
    List<Lane> lanes = arms.stream().map(arm -> new Lane(arm, clock)).toList();
    try {
      WarmUp.Ended warmUp = new WarmUp(clock, caps.warmup().nanos()).warm(lanes);
      for (Lane lane : lanes) {
        Pilot.choose(lane);
      }
      Sampler sampler = new Sampler(clock, caps.sampling().nanos(), lanes, budgets);
      List<Estimate> estimates = sampler.sample();
      return new Trial(budgets, estimates, lanes, warmUp, sampler.activity());
    } finally {
      lanes.forEach(Lane::forget);
    }
  }

  /**
   * What was observed for a budget.
   *
   * @param index which budget
   * @param first how long the very first call of the method took, null for a ratio
   */
  Measurement measurement(int index, @Nullable Elapsed first) {
    Estimate estimate = estimates.get(index);
    Budget budget = budgets.get(index);
    return estimate.measurement(
        budget,
        sampling(estimate, first),
        counted(estimate),
        Distortions.of(this, estimate, budget));
  }

  private List<String> counted(Estimate estimate) {
    List<String> phrases = new ArrayList<>();
    phrases.add(Phrases.clock(estimate));
    phrases.add(Phrases.samples(estimate, lanes));
    phrases.add(Phrases.warmUp(warmUp, lanes));
    phrases.addAll(Phrases.distributions(estimate, lanes));
    return phrases;
  }

  private Sampling sampling(Estimate estimate, @Nullable Elapsed first) {
    double[] sorted = estimate.blocks().stream().mapToDouble(d -> d).sorted().toArray();
    return new Sampling(
        "trimmed mean",
        sorted.length,
        lanes.get(0).unjudgedCalls() + 1,
        TimeFigures.quantity(estimate.figure(), sorted[0]),
        TimeFigures.quantity(estimate.figure(), sorted[sorted.length - 1]),
        first);
  }
}
