package dev.tare.internal.timing.stage;

import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.clock.WorkTime;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Elapsed;
import java.util.Optional;

/**
 * The first two calls of a method, made before the warm-up, to find out whether later calls do less
 * work than the first: because a result is remembered, or the input is used up.
 *
 * @param first the first call
 * @param secondNanos the time that the calling thread worked for the second call; not a number
 *     after a long first call, which is not followed by a second one before the warm-up
 */
public record FirstTwoCalls(FirstCallTime first, double secondNanos) {

  // Both calls are mostly interpreted, and the JIT compiles in other threads, so CPU time of the
  // calling thread compares them even where the machine is busy. Measured in fresh JVMs on 17 and
  // 25, beside a load of 10 on 2 cores: of 52 ordinary bodies (streams, formatting, crypto, dates,
  // reflection, loops, ...) loading took up to 1 ms a class, and 0.8 ms were left at most where
  // no loop ran. Code that the JIT compiled meanwhile made second calls up to 23 times as fast. Of
  // 16 bodies that remember a result or use up their input, second calls were 10 to 10,000 times as
  // fast.
  private static final double NANOS_PER_LOADED_CLASS = 1e6;

  /** Resolving the calls of a method takes part of a millisecond. */
  private static final double LEAST_NANOS = 1e6;

  /** How many times as long as the second call the first one takes at least. */
  private static final double LEAST_TIMES_SECOND = 8;

  /**
   * How many times as long as a sampled call the first one takes at least: more than by the JIT.
   */
  private static final double LEAST_TIMES_LATER = 100;

  /**
   * How many times as long as a sampled call the second one takes at least: more than by the JIT. A
   * result may be remembered for each of several arguments, or the input last for several calls.
   */
  private static final double LEAST_TIMES_SECOND_TO_LATER = 1_000;

  /** Loading classes and starting threads wait for less; a first look into a network for more. */
  private static final double LEAST_WAIT_NANOS = 50e6;

  /**
   * Where the first call takes longer, most of its work is done by compiled code already, so it is
   * compared with the sampled calls alone. A second call would cost too much.
   */
  private static final double LONG_NANOS = 1e9;

  /** A call that waits this long is not repeated before the warm-up either. */
  private static final double LONG_WAIT_NANOS = 10e9;

  /** Makes the second call. The body keeps what its first call returned. */
  public static FirstTwoCalls after(FirstCallTime first, JvmCounters clock, BenchmarkCase arm)
      throws Throwable {
    if (first.ownNanos() >= LONG_NANOS || first.owned().nanos() >= LONG_WAIT_NANOS) {
      return new FirstTwoCalls(first, Double.NaN);
    }
    arm.prepare();
    WorkTime from = WorkTime.before(clock);
    arm.body().call();
    return new FirstTwoCalls(first, WorkTime.after(clock).since(from));
  }

  /** Describes how the first call differs from the sampled calls; empty if it does not. */
  public Optional<String> difference(SampledCase lane, TimeBasis basis) {
    double later = Quantiles.median(lane.recording().perCall(basis)) * lane.operations();
    double work = first.ownNanos() - NANOS_PER_LOADED_CLASS * first.activity().loadedClasses();
    boolean differs =
        calls() == 1
            ? first.ownNanos() >= LONG_NANOS && work >= LEAST_TIMES_SECOND * later
            : work >= LEAST_NANOS
                && work >= LEAST_TIMES_SECOND * secondNanos
                && work >= LEAST_TIMES_LATER * later;
    double waited = first.owned().nanos() - (double) first.ownNanos();
    boolean waits = waited >= LEAST_WAIT_NANOS && waited >= LEAST_TIMES_LATER * later;
    if (differs || waits) {
      double nanos = waits ? first.owned().nanos() : first.ownNanos();
      return Optional.of(phrase("first", nanos, later));
    }
    return secondNanos >= LEAST_NANOS && secondNanos >= LEAST_TIMES_SECOND_TO_LATER * later
        ? Optional.of(phrase("second", secondNanos, later))
        : Optional.empty();
  }

  private static String phrase(String which, double nanos, double later) {
    return "the %s call took %s, later calls %s: %s (a remembered result, used-up input)"
        .formatted(
            which, new Elapsed(nanos).rounded(), new Elapsed(later).rounded(), Observed.OTHER_WORK);
  }

  /** Returns how many calls were made before the warm-up. */
  public int calls() {
    return Double.isNaN(secondNanos) ? 1 : 2;
  }
}
