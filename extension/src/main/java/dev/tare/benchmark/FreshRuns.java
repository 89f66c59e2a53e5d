package dev.tare.benchmark;

import dev.tare.internal.fork.ForkedRun;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.SharedCoreSpeed;
import dev.tare.internal.timing.estimate.MergedForks;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import java.util.ArrayList;
import java.util.List;

/**
 * What fresh JVMs measured, one after the other, and which of them something slowed down: what they
 * say so of themselves, and those whose core was much slower at best than that of another one.
 */
final class FreshRuns {

  /** However many are slowed down, no more JVMs are started than so many times those asked for. */
  private static final int MOST = 2;

  private final List<ForkedRun> runs = new ArrayList<>();

  void add(ForkedRun run) {
    runs.add(run);
  }

  int size() {
    return runs.size();
  }

  /**
   * How many there should be, so that as many as asked for are undisturbed if that can be had: no
   * more where one more than asked for were all slowed down, by the method itself perhaps.
   */
  int wanted(int forks) {
    int slowed = (int) runs.stream().filter(this::isSlowedDown).count();
    return slowed > forks && slowed == runs.size()
        ? slowed
        : Math.min(MOST * forks, forks + slowed);
  }

  /** What each measured of one figure. */
  List<Measurement> of(int figure) {
    return runs.stream().map(run -> known(run, run.measurements().get(figure))).toList();
  }

  /** What the last one measured. */
  List<Measurement> last() {
    ForkedRun last = runs.get(runs.size() - 1);
    return last.measurements().stream().map(one -> known(last, one)).toList();
  }

  /** What a call takes by those so far, in nanoseconds; not a number where none has timed any. */
  double timePerCall(SamplingPlan procedure) {
    int figures = runs.isEmpty() ? 0 : runs.get(0).measurements().size();
    for (int i = 0; i < figures; i++) {
      if (MergedForks.of(of(i), procedure) instanceof Observed seen
          && seen.figure().id().equals(TimeFigures.TIME_PER_CALL.id())) {
        return seen.value().amount();
      }
    }
    return Double.NaN;
  }

  private boolean isSlowedDown(ForkedRun run) {
    return run.measurements().stream()
        .map(one -> known(run, one))
        .anyMatch(one -> one instanceof Observed seen && seen.sampling().isSlowedDown());
  }

  private Measurement known(ForkedRun run, Measurement measurement) {
    double best = runs.stream().mapToDouble(ForkedRun::core).min().orElseThrow();
    return SharedCoreSpeed.isShared(run.core(), best)
        ? MergedForks.onSharedCore(measurement)
        : measurement;
  }
}
