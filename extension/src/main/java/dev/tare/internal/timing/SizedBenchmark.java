package dev.tare.internal.timing;

import dev.tare.internal.timing.call.Arm;
import dev.tare.internal.timing.call.Procedure;
import dev.tare.internal.timing.clock.Activity;
import dev.tare.internal.timing.clock.Clock;
import dev.tare.internal.timing.clock.Pauses;
import dev.tare.internal.timing.stage.Caps;
import dev.tare.internal.timing.stage.EarlyCalls;
import dev.tare.internal.timing.stage.FirstCall;
import dev.tare.internal.timing.stage.Lane;
import dev.tare.internal.timing.stage.PauseTally;
import dev.tare.internal.timing.stage.Pilot;
import dev.tare.internal.timing.stage.Progress;
import dev.tare.internal.timing.stage.Setting;
import dev.tare.internal.timing.stage.WarmUp;
import java.util.ArrayList;
import java.util.List;

/** Times one method with arguments of several sizes, in turn, so that all share one machine. */
public final class SizedBenchmark {

  /** Eight blocks of five samples, as many as the first look of a benchmark takes. */
  private static final int ROUNDS = 40;

  private final Setting setting;

  /**
   * A benchmark that reads the clock given; the caps are those of all sizes together. It tells how
   * far it is with the time of a call at the first size.
   */
  public SizedBenchmark(Clock clock, Caps caps, Progress progress) {
    this.setting = Setting.of(clock, caps, Procedure.STANDARD, progress);
  }

  /**
   * Measures, each time with freshly compiled code.
   *
   * @param arms the method at each size, named after it
   * @throws Throwable what the method threw, unchanged
   */
  public SizedTimes measure(List<Arm> arms) throws Throwable {
    Clock clock = setting.clock();
    List<EarlyCalls> early = new ArrayList<>();
    for (Arm arm : arms) {
      early.add(EarlyCalls.after(FirstCall.make(clock, arm), clock, arm));
    }
    List<Lane> lanes = arms.stream().map(arm -> new Lane(arm, clock, setting.procedure())).toList();
    try {
      Pauses before = Pauses.now(clock);
      double cap = setting.caps().warmup().nanos();
      WarmUp.Ended warmUp = new WarmUp(clock, cap, false, setting.progress()).warm(lanes);
      for (Lane lane : lanes) {
        Pilot.choose(lane);
      }
      PauseTally warmed = PauseTally.ofWarmUp(clock, before, warmUp);
      Activity from = Activity.now(clock);
      PauseTally pauses = sample(lanes, warmed);
      Activity activity = Activity.now(clock).minus(from);
      return new SizedEstimate(setting, early, lanes, warmUp, activity, pauses).times();
    } finally {
      lanes.forEach(Lane::forget);
    }
  }

  /** Takes all rounds, or as many as there is time for, and answers all pauses up to then. */
  private PauseTally sample(List<Lane> lanes, PauseTally warmed) throws Throwable {
    Clock clock = setting.clock();
    PauseTally pauses = warmed;
    double end = clock.wallNanos() + setting.caps().sampling().nanos();
    for (int round = 0; round < ROUNDS; round++) {
      if (round >= Sampler.FEWEST_ROUNDS && clock.wallNanos() >= end) {
        return pauses;
      }
      Pauses before = Pauses.now(clock);
      takeRound(lanes, round, end);
      pauses = pauses.plus(Pauses.now(clock).minus(before), lanes);
    }
    return pauses;
  }

  /** One sample of each size; who comes first changes, since the first finds colder caches. */
  private void takeRound(List<Lane> lanes, int round, double end) throws Throwable {
    for (int i = 0; i < lanes.size(); i++) {
      lanes.get((round + i) % lanes.size()).sample();
      long samples = (long) round * lanes.size() + i + 1;
      double left = end - setting.clock().wallNanos();
      setting.progress().at("sampling", samples, lanes.get(0).nanosPerCall(), left);
    }
  }
}
