package dev.tare.internal.timing.noise;

import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.clock.ThreadTimes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The number and the total time of all calls of a method, judged or not, since its warm-up became
 * steady. Samples are few and short: calls that are rarely slow, or slow for a while, may fall
 * between them or be left out as interruptions, but they are in the total.
 */
public final class TotalCallTime {

  // Waiting is what is left of the real time after CPU time, time without a processor and pauses.
  // The clocks are read one after the other, so a little is left for bodies that only compute.
  private static final double MOST_WAITING = 0.05;

  private final List<Batch> batches = new ArrayList<>();

  /**
   * Calls that were made one after the other: a turn of the warm-up, the pilot, or a sample.
   *
   * @param from when they began, on the clock
   * @param calls how many they were
   * @param wallNanos their real time, without what was done between them
   * @param cpuNanos their CPU time; not a number where it was not read
   * @param spent what the thread did from the first to the last, preparations included
   * @param probe what a probe of the core took beside them; not a number if there was none
   * @param newMemory whether they allocated memory that the heap had not used before
   */
  public record Batch(
      long from,
      long calls,
      double wallNanos,
      double cpuNanos,
      ThreadTimes spent,
      double probe,
      boolean newMemory) {

    Batch inNewMemory() {
      return new Batch(from, calls, wallNanos, cpuNanos, spent, probe, true);
    }

    /** The part of the real time that was the method's, if the rest was spread evenly. */
    private double own(double othersNanos) {
      return Math.max(0, wallNanos - part(othersNanos));
    }

    /** The part of a time that fell into the calls, if it was spread evenly. */
    private double part(double nanos) {
      double all = Math.max((double) spent.wallNanos(), wallNanos);
      return all <= 0 ? 0 : wallNanos * nanos / all;
    }

    /** Real time without the pauses of garbage collections. */
    private double unpaused() {
      return own(spent.gcMillis() * 1e6);
    }

    /** Real time without pauses and without the time for which others had the processor. */
    private double undisturbed() {
      return own(spent.gcMillis() * 1e6 + spent.starvedNanos());
    }
  }

  /**
   * The mean time of a call.
   *
   * @param nanos what it is
   * @param least what it is at least, as far as a shared core or new memory explains the rest
   * @param calls how many calls it is the mean of
   */
  public record Mean(double nanos, double least, long calls) {}

  public void add(Batch batch) {
    batches.add(batch);
  }

  /** The last batch allocated memory that the heap had not used before. */
  public void lastTookNewMemory() {
    int last = batches.size() - 1;
    batches.set(last, batches.get(last).inNewMemory());
  }

  /** Forgets what began before the warm-up was steady. */
  public void startAt(long nanos) {
    batches.removeIf(batch -> batch.from() < nanos);
  }

  /** Nanoseconds that a call takes on average, with all that belongs to it; 0 without any call. */
  public double pace() {
    double nanos = 0;
    long calls = 0;
    for (Batch batch : batches) {
      nanos += batch.spent().wallNanos();
      calls += batch.calls();
    }
    return calls == 0 ? 0 : nanos / calls;
  }

  /** Whether the calls needed a processor and waited for nothing else, as their CPU time shows. */
  public boolean computes() {
    for (Batch batch : batches) {
      if (!Double.isNaN(batch.cpuNanos())) {
        return waitingShare() <= MOST_WAITING;
      }
    }
    return false;
  }

  /** The share of their own time in which the calls waited; 0 if their CPU time was never read. */
  double waitingShare() {
    List<Batch> timed = batches.stream().filter(one -> !Double.isNaN(one.cpuNanos())).toList();
    double own = timed.stream().mapToDouble(Batch::undisturbed).sum() + starvedByThisJvm(timed);
    double cpu = timed.stream().mapToDouble(Batch::cpuNanos).sum();
    return own <= 0 ? 0 : Math.max(0, (own - cpu) / own);
  }

  /**
   * Time for which other threads of this JVM may have had the processor: the body may wait for
   * them. The CPU time of a process advances in steps, so only the sum of many batches is used.
   */
  private static double starvedByThisJvm(List<Batch> batches) {
    double starved =
        batches.stream().mapToDouble(one -> one.part((double) one.spent().starvedNanos())).sum();
    double others =
        batches.stream()
            .mapToDouble(one -> one.part((double) one.spent().otherThreadsNanos()))
            .sum();
    return Math.max(0, Math.min(starved, others));
  }

  /**
   * The mean of all calls.
   *
   * @param asked the clock that was asked for, if any: real time then includes the time for which
   *     others had the processor
   * @param core tells how fast the core was
   * @return null if no call was timed by that clock
   */
  public @Nullable Mean mean(@Nullable TimeBasis asked, CoreSpeedProbe core) {
    double shared = asked == null ? starvedByThisJvm(batches) : 0;
    double nanos = shared;
    double least = shared;
    long calls = 0;
    long leastCalls = 0;
    for (Batch batch : batches) {
      double own = time(batch, asked);
      if (!Double.isNaN(own)) {
        nanos += own;
        calls += batch.calls();
        double explained = explained(batch, own, core);
        if (explained < own) {
          least += own - explained;
          leastCalls += batch.calls();
        }
      }
    }
    return leastCalls == 0 ? null : new Mean(nanos / calls, least / leastCalls, calls);
  }

  private static double time(Batch batch, @Nullable TimeBasis asked) {
    if (asked == TimeBasis.CPU) {
      return batch.cpuNanos();
    }
    return asked == TimeBasis.WALL ? batch.unpaused() : batch.undisturbed();
  }

  /** What new memory or a shared core may have added to a time. A wait needs no core. */
  private static double explained(Batch batch, double own, CoreSpeedProbe core) {
    double computing = Double.isNaN(batch.cpuNanos()) ? own : Math.min(own, batch.cpuNanos());
    double byMemory =
        batch.newMemory() ? SampleSelection.MOST_NANOS_PER_NEW_BYTE * batch.spent().bytes() : 0;
    double bySharing =
        core.isBest(batch.probe())
            ? 0
            : computing
                * (1 - Math.max(1 / SampleSelection.MOST_BY_SHARING, core.speed(batch.probe())));
    return byMemory + bySharing;
  }
}
