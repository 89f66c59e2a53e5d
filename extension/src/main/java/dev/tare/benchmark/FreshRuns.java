package dev.tare.benchmark;

import dev.tare.internal.fork.ForkedRun;
import dev.tare.internal.timing.MergedRuns;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import java.util.ArrayList;
import java.util.List;

/**
 * What fresh JVMs measured, one after the other, and which of them something slowed down: what they
 * say so of themselves, and those whose core was much slower at best than that of another one.
 */
final class FreshRuns {

  // a core that two threads share takes 1.6 to 2.1 times as long for the arithmetic, see CoreProbe;
  // one that became hot and is clocked down takes less than this, and is none the worse for it
  private static final double SHARED = 1.3;

  /** However many are slowed down, no more JVMs are started than so many times those asked for. */
  private static final int MOST = 2;

  private final List<ForkedRun> runs = new ArrayList<>();

  void add(ForkedRun run) {
    runs.add(run);
  }

  int size() {
    return runs.size();
  }

  /** How many there should be, so that as many as asked for are undisturbed if that can be had. */
  int wanted(int forks) {
    long slowed = runs.stream().filter(this::isSlowedDown).count();
    return (int) Math.min((long) MOST * forks, forks + slowed);
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

  private boolean isSlowedDown(ForkedRun run) {
    return run.measurements().stream()
        .map(one -> known(run, one))
        .anyMatch(one -> one instanceof Observed seen && seen.sampling().isSlowedDown());
  }

  private Measurement known(ForkedRun run, Measurement measurement) {
    double best = runs.stream().mapToDouble(ForkedRun::core).min().orElseThrow();
    boolean shared = Double.isFinite(run.core()) && run.core() > SHARED * best;
    return shared ? MergedRuns.onSharedCore(measurement) : measurement;
  }
}
