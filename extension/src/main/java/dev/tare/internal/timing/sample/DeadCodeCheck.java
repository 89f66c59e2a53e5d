package dev.tare.internal.timing.sample;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.clock.JvmCounters;
import java.util.Locale;
import java.util.Optional;

/** Checks whether the JIT removed the work of a method whose time may be below the floor. */
public final class DeadCodeCheck {

  public static final String REMEDY =
      "return what the body computes, from input that changes or is a field that is not final";

  /**
   * Time of a call outside a loop above which the method does work, so the JIT must have hoisted
   * this work out of the loop of calls. An empty call that is not inlined takes less. Smaller
   * amounts of work cannot be distinguished from none.
   */
  public static final double MIN_WORK_NANOS = 10;

  private static final int CALLS = 20_000;

  /** Longest time for calls outside the loop; long enough for the JIT to compile them. */
  private static final double MAX_NANOS = 300_000_000;

  /** Longest time if compilations are still running or queued, as on a busy machine. */
  private static final double MAX_STARVED_NANOS = 3_000_000_000.0;

  private static final String RETURNS_NOTHING =
      " and returns nothing, so the JIT may have removed its work";

  /**
   * Longest time of an empty call that is timed by itself, clock reading included, before the JIT
   * has optimized it.
   */
  private static final double MAX_EMPTY_CALL_NANOS = 1_000;

  /**
   * Finding that the JIT seems to have removed the work of a method from the loop of its calls.
   *
   * @param reason the finding in words
   * @param maxNanosAlone mean time of a call outside the loop while the JIT had not yet optimized
   *     these calls, an upper bound of the work; infinite if such calls were not timed
   */
  public record RemovedWork(String reason, double maxNanosAlone) {}

  private DeadCodeCheck() {}

  /**
   * Returns the finding that the JIT has removed the work of the method; empty if the work is
   * merely small.
   *
   * @param inALoop the time of a call in a loop, for the message
   */
  public static Optional<RemovedWork> reason(
      BenchmarkCase benchmarkCase, TestBody stub, JvmCounters clock, String inALoop)
      throws Throwable {
    if (!stub.returnsValue()) {
      return returnsNothing(benchmarkCase.name() + " takes " + inALoop);
    }
    BatchTimes alone = time(() -> callOneByOne(stub), MIN_WORK_NANOS, clock);
    return alone.fastest() <= MIN_WORK_NANOS
        ? Optional.empty()
        : Optional.of(
            new RemovedWork(
                String.format(
                    Locale.ROOT,
                    "%s takes %s in a loop and %.0f ns alone: the JIT computes its value once for"
                        + " all calls",
                    benchmarkCase.name(),
                    inALoop,
                    alone.fastest()),
                alone.slowest()));
  }

  /**
   * Returns the finding that the JIT has removed the work of a method whose calls are timed one by
   * one; empty if it seems not to have.
   *
   * <p>A reading of the clock hides the time of such a call. If the method returns a value, the
   * value is consumed and its work is done. Otherwise the method is called in a loop and timed
   * again. If each call needs preparation, a loop is impossible and the check is skipped.
   *
   * @param nanos time of one such call, clock reading included
   */
  public static Optional<RemovedWork> reasonOfSingleCalls(
      BenchmarkCase benchmarkCase, TestBody stub, JvmCounters clock, double nanos)
      throws Throwable {
    if (stub.returnsValue() || benchmarkCase.isPrepared() || nanos > MAX_EMPTY_CALL_NANOS) {
      return Optional.empty();
    }
    return time(() -> stub.repeat(CALLS), SamplingPlan.MIN_CALL_NANOS, clock).fastest()
            < SamplingPlan.MIN_CALL_NANOS
        ? returnsNothing(benchmarkCase.name() + " takes less than 1 ns in a loop")
        : Optional.empty();
  }

  private static Optional<RemovedWork> returnsNothing(String finding) {
    return Optional.of(new RemovedWork(finding + RETURNS_NOTHING, Double.POSITIVE_INFINITY));
  }

  private static void callOneByOne(TestBody stub) throws Throwable {
    for (int i = 0; i < CALLS; i++) {
      stub.run();
    }
  }

  /** A fixed number of calls of the method. */
  @FunctionalInterface
  private interface CallBatch {
    void run() throws Throwable;
  }

  /**
   * Nanoseconds per call in many batches.
   *
   * @param slowest time in the slowest batch. The first batches run before the JIT optimizes their
   *     loop, so that each of their calls does its work.
   */
  private record BatchTimes(double fastest, double slowest) {}

  private static BatchTimes time(CallBatch batch, double enoughNanos, JvmCounters clock)
      throws Throwable {
    double fastest = Double.MAX_VALUE;
    double slowest = 0;
    double spent = 0;
    double end = MAX_NANOS;
    while (spent < end && fastest > enoughNanos) {
      long from = clock.wallNanos();
      batch.run();
      double nanos = (double) (clock.wallNanos() - from);
      spent += nanos;
      fastest = Math.min(fastest, nanos / CALLS);
      slowest = Math.max(slowest, nanos / CALLS);
      if (spent >= end && end < MAX_STARVED_NANOS && clock.isCompiling()) {
        end = spent + MAX_NANOS;
      }
    }
    return new BatchTimes(fastest, slowest);
  }
}
