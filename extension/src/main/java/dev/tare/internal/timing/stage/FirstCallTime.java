package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.clock.WorkTime;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Time of the very first call of a method, which cannot be repeated.
 *
 * @param unstarved lower bound of the real time in which the thread ran or waited: all starvation
 *     is subtracted, even if it came just after the call, but the result is at least the CPU time
 */
public record FirstCallTime(Elapsed elapsed, Elapsed unstarved, JvmActivity activity) {

  /**
   * Time between two readings below which the thread was not interrupted. A reading takes 50 us, an
   * interruption a time slice of about a millisecond.
   */
  private static final long UNDISTURBED_NANOS = 1_000_000;

  private static final int MAX_READINGS = 10;

  public static FirstCallTime measure(JvmCounters clock, BenchmarkCase benchmarkCase)
      throws Throwable {
    benchmarkCase.prepare();
    // the first reading of some counters loads classes
    JvmActivity.now(clock);
    WorkTime.after(clock);
    JvmActivity before = JvmActivity.now(clock);
    WorkTime from = readUninterrupted(clock);
    benchmarkCase.body().run();
    WorkTime to = WorkTime.after(clock);
    long readingCpu = WorkTime.after(clock).cpuNanos() - to.cpuNanos();
    long nanos = Math.max(0, to.wallNanos() - from.wallNanos());
    long starved = Math.max(0, to.starvedNanos() - from.starvedNanos());
    // some starvation may have come after the last reading of real time; a call takes at least its
    // CPU time
    long unstarved = Math.max(nanos - starved, to.cpuNanos() - from.cpuNanos() - readingCpu);
    return new FirstCallTime(
        new Elapsed(nanos),
        new Elapsed(Math.max(0, Math.min(nanos, unstarved))),
        JvmActivity.now(clock).minus(before));
  }

  /**
   * Reads the clocks, and again while the thread is interrupted between two readings, since such an
   * interruption is not part of the call.
   */
  private static WorkTime readUninterrupted(JvmCounters clock) {
    WorkTime time = WorkTime.before(clock);
    for (int i = 1; i < MAX_READINGS; i++) {
      WorkTime next = WorkTime.before(clock);
      if (next.wallNanos() - time.wallNanos() < UNDISTURBED_NANOS) {
        return next;
      }
      time = next;
    }
    return time;
  }

  /**
   * Returns the call as a measurement with one reading. The lower end excludes starvation, so a
   * limit is exceeded only if the call is too long even without it.
   */
  public Observed measurement(Figure figure) {
    return new Observed(
        figure,
        elapsed,
        unstarved,
        elapsed,
        Sampling.single(elapsed),
        counted(),
        distortions(),
        null);
  }

  private List<String> counted() {
    return List.of(
        "real time of the first call in this test, class loading and interpretation included",
        String.format(
            Locale.ROOT,
            "%s loaded for it; the JIT compiled for %,d ms",
            Count.withNoun(activity.loadedClasses(), "class", "classes"),
            activity.compileMillis()));
  }

  private List<Remark> distortions() {
    List<Remark> remarks = new ArrayList<>();
    remarks.add(Remark.of("one-reading", "one reading, which cannot be repeated in this JVM"));
    if (activity.gcCount() > 0) {
      remarks.add(
          Remark.of(
              "garbage-collection",
              "{pauses|pause|pauses} of garbage collection in it, {millis} ms",
              activity.gcCount(),
              activity.gcMillis()));
    }
    if (unstarved.compare(elapsed) < 0) {
      remarks.add(
          Remark.of(
              "busy-machine",
              "machine busy: up to {starved} of it without a processor",
              new Elapsed(elapsed.nanos() - unstarved.nanos())));
    }
    return remarks;
  }
}
