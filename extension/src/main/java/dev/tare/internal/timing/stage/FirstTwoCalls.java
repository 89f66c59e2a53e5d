package dev.tare.internal.timing.stage;

import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.clock.WorkTime;
import dev.tare.model.Remark;
import dev.tare.unit.Elapsed;
import java.lang.reflect.Field;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first two calls of a method, made before the warm-up. They show whether later calls do less
 * work than the first, because a result is remembered or the input is used up.
 *
 * @param secondNanos working time of the calling thread during the second call, in nanoseconds; NaN
 *     if no second call was made because the first one was long
 * @param usedUp a field whose elements the first call removed or put into another order, and the
 *     second did not; null if there is none
 */
public record FirstTwoCalls(FirstCallTime first, double secondNanos, @Nullable Field usedUp) {

  // Both calls are mostly interpreted, and the JIT compiles on other threads. So the CPU time of
  // the calling thread is comparable even on a busy machine. The limits lie between ordinary
  // bodies, whose second calls were up to 23 times as fast, and bodies that remember a result or
  // use up their input. Measurements: docs/internals/measurements/times.md, "A first call that does
  // other work".
  private static final double NANOS_PER_LOADED_CLASS = 1e6;

  /**
   * Shortest work of a call that is compared. Resolving the calls of a method alone takes part of a
   * millisecond.
   */
  private static final double MIN_NANOS = 1e6;

  /** Smallest ratio of the first call to the second that shows other work. */
  private static final double MIN_RATIO_TO_SECOND = 8;

  /**
   * Smallest ratio of the first call to a sampled call that shows other work; more than the JIT can
   * cause.
   */
  private static final double MIN_RATIO_TO_LATER = 100;

  /**
   * Smallest ratio of the second call to a sampled call that shows other work; more than the JIT
   * can cause. The second call may be slow too if a result is remembered for each of several
   * arguments, or if the input lasts for several calls.
   */
  private static final double MIN_RATIO_OF_SECOND_TO_LATER = 1_000;

  /** Shortest wait that shows other work. Loading classes and starting threads take less. */
  private static final double MIN_WAIT_NANOS = 50e6;

  /**
   * Work of a first call from which no second call is made before the warm-up. Most of such a long
   * call runs compiled code already, so it is compared with the sampled calls only.
   */
  private static final double LONG_NANOS = 1e9;

  /** Duration of a first call, waiting included, from which no second call is made. */
  private static final double LONG_WAIT_NANOS = 10e9;

  /**
   * Makes the second call, unless the first was long. The body keeps the value of its first call.
   *
   * @param before the elements before the first call
   */
  public static FirstTwoCalls after(
      FirstCallTime first, HeldElements before, JvmCounters clock, BenchmarkCase benchmarkCase)
      throws Throwable {
    if (first.workNanos() >= LONG_NANOS || first.unstarved().nanos() >= LONG_WAIT_NANOS) {
      return new FirstTwoCalls(first, Double.NaN, null);
    }
    HeldElements between = HeldElements.of(benchmarkCase);
    benchmarkCase.prepare();
    WorkTime from = WorkTime.before(clock);
    benchmarkCase.body().call();
    long secondNanos = WorkTime.after(clock).since(from);
    Field usedUp = before.usedUp(between, HeldElements.of(benchmarkCase)).orElse(null);
    return new FirstTwoCalls(first, secondNanos, usedUp);
  }

  /** Returns how the first calls differ from the sampled calls; empty if they do not. */
  public Optional<Remark> difference(SampledCase sampledCase, TimeBasis basis) {
    double later =
        Quantiles.median(sampledCase.recording().perCall(basis)) * sampledCase.operations();
    double work = first.workNanos() - NANOS_PER_LOADED_CLASS * first.activity().loadedClasses();
    boolean differs =
        calls() == 1
            ? first.workNanos() >= LONG_NANOS && work >= MIN_RATIO_TO_SECOND * later
            : work >= MIN_NANOS
                && work >= MIN_RATIO_TO_SECOND * secondNanos
                && work >= MIN_RATIO_TO_LATER * later;
    double waited = first.unstarved().nanos() - (double) first.workNanos();
    boolean waits = waited >= MIN_WAIT_NANOS && waited >= MIN_RATIO_TO_LATER * later;
    if (differs || waits) {
      double nanos = waits ? first.unstarved().nanos() : first.workNanos();
      return Optional.of(otherWork("first", nanos, later));
    }
    if (secondNanos >= MIN_NANOS && secondNanos >= MIN_RATIO_OF_SECOND_TO_LATER * later) {
      return Optional.of(otherWork("second", secondNanos, later));
    }
    return Optional.ofNullable(usedUp).map(FirstTwoCalls::usedUpInput);
  }

  private static Remark otherWork(String which, double nanos, double later) {
    return Remark.of(
        Remark.OTHER_WORK,
        "the {call} call took {took}, later calls {later}: they may do other work (a remembered"
            + " result, used-up input)",
        which,
        new Elapsed(nanos),
        new Elapsed(later));
  }

  /** Returns the time of the shorter one of the calls, in nanoseconds. */
  public double shortestNanos() {
    double firstNanos = first.elapsed().nanos();
    return Double.isNaN(secondNanos) ? firstNanos : Math.min(firstNanos, secondNanos);
  }

  private static Remark usedUpInput(Field field) {
    return Remark.of(
        Remark.OTHER_WORK,
        "the {call} call reordered or emptied {field}, and later calls did not: they do other work"
            + " (used-up input)",
        "first",
        field.getName());
  }

  /** Returns the number of calls made before the warm-up. */
  public int calls() {
    return Double.isNaN(secondNanos) ? 1 : 2;
  }
}
