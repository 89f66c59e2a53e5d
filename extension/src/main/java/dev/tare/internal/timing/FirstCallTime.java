package dev.tare.internal.timing;

import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.BenchmarkCase;
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
 * @param spent counters from before to after the call
 */
public record FirstCallTime(Elapsed elapsed, Elapsed unstarved, CounterReading spent) {

  public static FirstCallTime measure(JvmCounters clock, BenchmarkCase benchmarkCase)
      throws Throwable {
    benchmarkCase.prepare();
    // the first reading of some counters loads classes
    CounterReading.now(clock);
    CounterReading from = CounterReading.now(clock);
    benchmarkCase.body().run();
    long nanos = Math.max(0, clock.wallNanos() - from.wallNanos());
    long cpu = clock.threadCpuNanos();
    long readingCpu = clock.threadCpuNanos() - cpu;
    CounterReading spent = CounterReading.now(clock).minus(from);
    // some starvation may have come before or after the call; a call takes at least its CPU time
    long unstarved = Math.max(nanos - spent.starvedNanos(), cpu - from.cpuNanos() - readingCpu);
    return new FirstCallTime(
        new Elapsed(nanos), new Elapsed(Math.max(0, Math.min(nanos, unstarved))), spent);
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
            Count.withNoun(spent.loadedClasses(), "class", "classes"),
            spent.compileMillis()));
  }

  private List<Remark> distortions() {
    List<Remark> remarks = new ArrayList<>();
    remarks.add(Remark.of("one-reading", "one reading, which cannot be repeated in this JVM"));
    if (spent.gcCount() > 0) {
      remarks.add(
          Remark.of(
              "garbage-collection",
              "{pauses|pause|pauses} of garbage collection in it, {millis} ms",
              spent.gcCount(),
              spent.gcMillis()));
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
