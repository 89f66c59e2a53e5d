package dev.tare.internal.timing.clock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Measures whether a processor core runs at its best speed, by timing a fixed piece of arithmetic.
 *
 * <p>Most server cores are shared by two hardware threads. While the other thread works, this one
 * runs at about two thirds of its speed, for seconds at a time. No counter reports that: the thread
 * has its processor, and in a virtual machine the other thread may belong to another guest. A
 * lowered clock rate shows in the same way.
 */
public final class CoreSpeedProbe {

  // Only independent operations show a shared core. A chain of dependent ones does not, since
  // hardware threads share execution units, not latency. Measurements:
  // docs/internals/measurements/noise.md, shared cores.

  /** Largest ratio to the best time at which the core counts as running at its best speed. */
  private static final double MAX_RATIO_TO_BEST = 1.05;

  /**
   * Number of readings that must be at least this fast before a value counts as the core's best;
   * guards against clock jumps.
   */
  private static final int READINGS_FOR_BEST = 5;

  /**
   * Number of readings until the JIT has compiled the arithmetic: 4,000 pieces; HotSpot compiles a
   * loop fully after 600 calls of its method.
   */
  private static final int READINGS_UNTIL_COMPILED = 250;

  private static final double MAX_NANOS_UNTIL_COMPILED = 50e6;

  private final DoubleSupplier arithmetic;
  private final double[] fastest = new double[READINGS_FOR_BEST];
  private SharedCoreSpeed shared = new SharedCoreSpeed();

  /**
   * Creates a probe.
   *
   * @param arithmetic runs the arithmetic and returns its nanoseconds; NaN if unknown
   */
  public CoreSpeedProbe(DoubleSupplier arithmetic) {
    this.arithmetic = arithmetic;
    Arrays.fill(fastest, Double.POSITIVE_INFINITY);
  }

  /** Returns a probe of this JVM's cores. It learns their best speed from its readings. */
  public static CoreSpeedProbe ofThisJvm() {
    return new CoreSpeedProbe(new Arithmetic());
  }

  /** Shares the best time with other probes of the same processor. */
  void share(SharedCoreSpeed other) {
    shared = other;
  }

  /** Returns the best time that is shared with other probes. */
  public SharedCoreSpeed shared() {
    return shared;
  }

  /** Returns a probe without readings, for times that do not depend on the speed of a core. */
  public static CoreSpeedProbe none() {
    return new CoreSpeedProbe(() -> Double.NaN);
  }

  /** Runs the arithmetic until the JIT has compiled it, without recording its times. */
  public void compile(JvmCounters clock) {
    long from = clock.wallNanos();
    for (int i = 0;
        i < READINGS_UNTIL_COMPILED && clock.wallNanos() - from < MAX_NANOS_UNTIL_COMPILED;
        i++) {
      measure();
    }
  }

  /** Runs the arithmetic and returns its nanoseconds; NaN if unknown. */
  public double measure() {
    return arithmetic.getAsDouble();
  }

  /**
   * Records and returns the slower of two readings around a timed period. So one reading that a
   * clock jump shortened does not count as the best.
   */
  public double recordSlower(double before, double after) {
    double slower = Math.max(before, after);
    if (slower > 0 && slower < fastest[READINGS_FOR_BEST - 1]) {
      fastest[READINGS_FOR_BEST - 1] = slower;
      Arrays.sort(fastest);
      shared.record(fastest[READINGS_FOR_BEST - 1]);
    }
    return slower;
  }

  /** Probes the core between timed periods and returns the nanoseconds of the arithmetic. */
  public double probe() {
    return recordSlower(measure(), measure());
  }

  /** Returns whether the core ran at its best speed; true if that is unknown. */
  public boolean isBest(double nanos) {
    return !(nanos > MAX_RATIO_TO_BEST * best());
  }

  /** Returns the speed of the core as a share of its best speed, given the time of a probe. */
  public double speed(double nanos) {
    return best() / nanos;
  }

  /** Returns whether the core was shared, given the time of a probe; false if that is unknown. */
  public boolean isShared(double nanos) {
    return SharedCoreSpeed.isShared(nanos, best());
  }

  /** Returns the best time of the arithmetic in nanoseconds; infinity after too few readings. */
  double best() {
    double own = fastest[READINGS_FOR_BEST - 1];
    return SharedCoreSpeed.isShared(own, shared.best()) ? shared.best() : own;
  }

  /** Sums that hardly depend on each other, so that they use all execution units of the core. */
  private static final class Arithmetic implements DoubleSupplier {

    private static final int TURNS = 1_000;

    // The step is a parameter, so that the JIT does not unroll the loop. Unrolled code uses the
    // stack, and its time depends on the stack's alignment.
    private static final int STEP = 1;

    /** Number of pieces in a reading: about 9 us, with a clock that is read to 0.1 us. */
    private static final int MAX_PIECES = 16;

    /**
     * Divisor that gives the number of untimed pieces before a reading. The first pieces after
     * other work are slower.
     */
    private static final int UNTIMED_DIVISOR = 4;

    private static final double MIN_READING_NANOS = 10_000;

    // Called by a method handle in an instance field, which the JIT does not inline. Inlined copies
    // would differ by up to 12 % in speed.
    private final MethodHandle piece;
    private int pieces = 1;
    private int sum;

    Arithmetic() {
      try {
        piece =
            MethodHandles.lookup()
                .findStatic(
                    Arithmetic.class,
                    "piece",
                    MethodType.methodType(int.class, int.class, int.class));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public double getAsDouble() {
      int number = pieces;
      work((number + UNTIMED_DIVISOR - 1) / UNTIMED_DIVISOR);
      long from = System.nanoTime();
      work(number);
      double nanos = System.nanoTime() - from;
      if (nanos < MIN_READING_NANOS) {
        // interpreted code needs fewer pieces
        pieces = Math.min(MAX_PIECES, 2 * number);
      }
      return nanos / number;
    }

    private void work(int number) {
      try {
        for (int i = 0; i < number; i++) {
          sum = (int) piece.invokeExact(sum, STEP);
        }
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    @SuppressWarnings("UnusedMethod") // called by its handle
    private static int piece(int start, int step) {
      int a = start;
      int b = 2;
      int c = 3;
      int d = 4;
      for (int i = 0; i < TURNS; i += step) {
        a += i;
        b ^= i;
        d += b;
        c -= a;
      }
      return a ^ b ^ c ^ d;
    }
  }
}
