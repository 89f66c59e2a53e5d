package dev.tare.internal.timing.sample;

import dev.tare.internal.timing.clock.CounterReading;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Number and total time of all calls of a method since its warm-up became steady, whether or not
 * they were recorded as samples. Samples are few and short: slow calls or slow phases may fall
 * between them or be dropped as interruptions. The total includes them.
 */
public final class TotalCallTime {

  // Waiting is real time minus CPU time, starvation and pauses. The clocks are read one after the
  // other, so a small difference remains for bodies that only compute.
  private static final double MAX_WAITING_SHARE = 0.05;

  private final List<Batch> batches = new ArrayList<>();

  /**
   * Consecutive calls: a turn of the warm-up, the pilot stage, or a sample.
   *
   * @param start time of the first call, on the clock
   * @param wallNanos real time of the calls alone
   * @param cpuNanos CPU time of the calls; NaN if it was not read
   * @param spent counters of the thread from the first to the last call, preparations included
   */
  public record Batch(
      long start, long calls, double wallNanos, double cpuNanos, CounterReading spent) {

    private boolean hasCpuTime() {
      return !Double.isNaN(cpuNanos);
    }

    /**
     * Returns the share of a time that falls into the calls if it is spread evenly over the batch.
     */
    private double shareOf(double nanos) {
      double all = Math.max((double) spent.wallNanos(), wallNanos);
      return all <= 0 ? 0 : wallNanos * nanos / all;
    }

    /** Returns the real time without pauses and starvation. */
    private double undisturbed() {
      return Math.max(0, wallNanos - shareOf(spent.gcMillis() * 1e6 + spent.starvedNanos()));
    }
  }

  /**
   * Mean time of a call.
   *
   * @param calls number of the calls
   */
  public record Mean(double nanos, long calls) {}

  public void add(Batch batch) {
    batches.add(batch);
  }

  /** Removes the batches that began before the warm-up was steady. */
  public void dropBefore(long nanos) {
    batches.removeIf(batch -> batch.start() < nanos);
  }

  /** Returns the mean nanoseconds of a call, preparations included; 0 without calls. */
  public double meanNanosWithPreparations() {
    double nanos = 0;
    long calls = 0;
    for (Batch batch : batches) {
      nanos += batch.spent().wallNanos();
      calls += batch.calls();
    }
    return calls == 0 ? 0 : nanos / calls;
  }

  /**
   * Returns whether the calls only computed: their CPU time shows that they hardly waited. False if
   * CPU time was never read.
   */
  public boolean isCpuBound() {
    return batches.stream().anyMatch(Batch::hasCpuTime) && waitingShare() <= MAX_WAITING_SHARE;
  }

  /** Returns the share of time in which the calls waited; 0 if their CPU time was never read. */
  double waitingShare() {
    List<Batch> timed = batches.stream().filter(Batch::hasCpuTime).toList();
    double undisturbed =
        timed.stream().mapToDouble(Batch::undisturbed).sum() + starvedByThisJvm(timed);
    double cpu = timed.stream().mapToDouble(Batch::cpuNanos).sum();
    return undisturbed <= 0 ? 0 : Math.max(0, (undisturbed - cpu) / undisturbed);
  }

  /**
   * Returns the starvation that other threads of this JVM may have caused. It counts as waiting,
   * since the body may wait for these threads. The CPU time of a process advances in steps, so only
   * sums over many batches are used.
   */
  private static double starvedByThisJvm(List<Batch> batches) {
    double starved = 0;
    double others = 0;
    for (Batch batch : batches) {
      starved += batch.shareOf((double) batch.spent().starvedNanos());
      others += batch.shareOf((double) batch.spent().otherThreadsNanos());
    }
    return Math.max(0, Math.min(starved, others));
  }

  /**
   * Returns the mean over all calls, without pauses and without the time in which other programs
   * had the processor; null if there were no calls.
   */
  public @Nullable Mean mean() {
    double nanos = starvedByThisJvm(batches);
    long calls = 0;
    for (Batch batch : batches) {
      nanos += batch.undisturbed();
      calls += batch.calls();
    }
    return calls == 0 ? null : new Mean(nanos / calls, calls);
  }
}
