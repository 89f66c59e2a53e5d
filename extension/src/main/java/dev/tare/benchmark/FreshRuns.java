package dev.tare.benchmark;

import dev.tare.internal.fork.ForkedRun;
import dev.tare.internal.timing.clock.SharedCoreSpeed;
import dev.tare.internal.timing.estimate.MergedForks;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs of fresh JVMs. A run counts as slowed down if it reports this itself, or if the best speed
 * of its core was much lower than that of another run.
 */
final class FreshRuns {

  /** Largest number of JVMs, as a multiple of the required ones. */
  private static final int MAX_FACTOR = 2;

  private final List<ForkedRun> runs = new ArrayList<>();

  void add(ForkedRun run) {
    runs.add(run);
  }

  int size() {
    return runs.size();
  }

  /**
   * Returns the number of JVMs to run, so that if possible the required number is undisturbed. If
   * more than the required number were run and all were slowed down, the method itself may be the
   * reason, and no more are run.
   */
  int neededJvms(int forks) {
    int slowedDown = (int) runs.stream().filter(this::isSlowedDown).count();
    return slowedDown > forks && slowedDown == runs.size()
        ? slowedDown
        : Math.min(MAX_FACTOR * forks, forks + slowedDown);
  }

  /** Returns the measurements of one figure. */
  List<Measurement> measurements(int figure) {
    return runs.stream().map(run -> withSharedCore(run, run.measurements().get(figure))).toList();
  }

  /** Returns the measurements of the last run. */
  List<Measurement> lastMeasurements() {
    ForkedRun last = runs.get(runs.size() - 1);
    return last.measurements().stream().map(one -> withSharedCore(last, one)).toList();
  }

  /** Returns the time per call from the runs so far, in nanoseconds; NaN if it was not measured. */
  double timePerCall() {
    int figures = runs.isEmpty() ? 0 : runs.get(0).measurements().size();
    for (int i = 0; i < figures; i++) {
      if (MergedForks.of(measurements(i)) instanceof Observed observed
          && observed.figure().id().equals(TimeFigures.TIME_PER_CALL.id())) {
        return observed.value().amount();
      }
    }
    return Double.NaN;
  }

  private boolean isSlowedDown(ForkedRun run) {
    return run.measurements().stream()
        .map(one -> withSharedCore(run, one))
        .anyMatch(one -> one instanceof Observed observed && observed.sampling().isSlowedDown());
  }

  private Measurement withSharedCore(ForkedRun run, Measurement measurement) {
    double best = runs.stream().mapToDouble(ForkedRun::core).min().orElseThrow();
    return SharedCoreSpeed.isShared(run.core(), best)
        ? MergedForks.onSharedCore(measurement)
        : measurement;
  }
}
