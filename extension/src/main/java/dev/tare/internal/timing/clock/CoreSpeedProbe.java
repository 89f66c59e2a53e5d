package dev.tare.internal.timing.clock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Tells by a fixed piece of arithmetic whether a processor core does its best at the moment.
 *
 * <p>Two hardware threads share most cores of servers. While the other one works, this one gets
 * along at two thirds of its speed, for seconds at a time, and no counter tells it: the thread has
 * its processor, and in a virtual machine the other may be somebody else's. What lowers the clock
 * shows in the same way.
 */
public final class CoreSpeedProbe {

  // Measured on two virtual processors of a shared server, 17 and 25, arithmetic of 9 us before
  // and after each millisecond of work: it took up to 1.05 times the least, or 1.6 to 2.1 times,
  // and in 2 % of the cases something between. Beside the first, 1,973 calls of a recursion took
  // 1,565 to 1,590 ns (5 to 95 %: 1,560 to 1,778) on 17, and 1,874 to 1,878 ns (1,828 to 2,158) on
  // 25; beside the second, 2,264 to 2,448 ns and 2,428 to 2,726 ns. Reads of a map went from 1.9 to
  // 2.2 and 2.5 ns, and from 2.2 to 2.8 and 3.2 ns. A chain of multiplications that wait for each
  // other shows nothing of it: what two threads share is the units, not their latency.

  /** More than this much longer than at its best is not its best. */
  private static final double BEST = 1.05;

  /** The best is what so many readings were no slower than: a clock rate that jumps is none. */
  private static final int FASTEST = 5;

  /** 4,000 pieces: HotSpot compiles a loop for good after 600 calls of its method. */
  private static final int UNTIL_COMPILED = 250;

  private static final double MOST_NANOS_UNTIL_COMPILED = 50e6;

  private final DoubleSupplier arithmetic;
  private final double[] fastest = new double[FASTEST];
  private SharedCoreSpeed known = new SharedCoreSpeed();

  /**
   * @param arithmetic does it, and answers how long it took; not a number if that is not known
   */
  public CoreSpeedProbe(DoubleSupplier arithmetic) {
    this.arithmetic = arithmetic;
    Arrays.fill(fastest, Double.POSITIVE_INFINITY);
  }

  /** A probe of this JVM's cores; what is their best it learns by being used. */
  public static CoreSpeedProbe ofThisJvm() {
    return new CoreSpeedProbe(new Arithmetic());
  }

  /** Learns from others of the same processor, and they from it. */
  void share(SharedCoreSpeed other) {
    known = other;
  }

  /** What is known of the processor. */
  public SharedCoreSpeed known() {
    return known;
  }

  /** For times that the speed of a core does not matter to. */
  public static CoreSpeedProbe none() {
    return new CoreSpeedProbe(() -> Double.NaN);
  }

  /**
   * Does the arithmetic until the JIT has compiled it, so that nothing is learnt from what it is
   * before.
   */
  public void compile(JvmCounters clock) {
    long from = clock.wallNanos();
    for (int i = 0;
        i < UNTIL_COMPILED && clock.wallNanos() - from < MOST_NANOS_UNTIL_COMPILED;
        i++) {
      nanos();
    }
  }

  /** How long the arithmetic takes now. */
  public double nanos() {
    return arithmetic.getAsDouble();
  }

  /**
   * What is known of a time between two probes, and learnt: the slower one. Both have to be fast to
   * be the best, so that one reading of a clock that jumped cannot be.
   */
  public double between(double before, double after) {
    double slower = Math.max(before, after);
    if (slower > 0 && slower < fastest[FASTEST - 1]) {
      fastest[FASTEST - 1] = slower;
      Arrays.sort(fastest);
      known.learn(fastest[FASTEST - 1]);
    }
    return slower;
  }

  /** Looks how fast the core is, between what is timed, and returns what the arithmetic took. */
  public double look() {
    return between(nanos(), nanos());
  }

  /** Whether the core did its best; true if it is not known. */
  public boolean isBest(double nanos) {
    return !(nanos > BEST * best());
  }

  /** The share of its best speed that a core has which takes so long. */
  public double speed(double nanos) {
    return best() / nanos;
  }

  /** Whether the core was shared, as far as it is known. */
  public boolean isShared(double nanos) {
    return SharedCoreSpeed.isShared(nanos, best());
  }

  /** What the arithmetic takes at best; infinite if it was hardly done. */
  double best() {
    double own = fastest[FASTEST - 1];
    return SharedCoreSpeed.isShared(own, known.best()) ? known.best() : own;
  }

  /**
   * Sums that hardly wait for each other, so that they need as many units of the core as there are.
   */
  private static final class Arithmetic implements DoubleSupplier {

    private static final int TURNS = 1_000;

    // the JIT unrolls no loop whose step it does not know: unrolled, it needs the stack, and on 17
    // took 780, 835 or 860 ns by how the stack was aligned; as it stands, 549 to 551 in 32 JVMs
    private static final int STEP = 1;

    /** 9 us where a turn takes 0.55 ns; the clock is read to 0.1 us. */
    private static final int MOST_PIECES = 16;

    /** After other work the first pieces are slower: a quarter of them is not timed. */
    private static final int LEAD = 4;

    private static final double ENOUGH_NANOS = 10_000;

    // inlined into each caller it would be other code in each, up to 12 % slower or faster; the JIT
    // inlines no handle that is a field of an object
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
      work((number + LEAD - 1) / LEAD);
      long from = System.nanoTime();
      work(number);
      double nanos = System.nanoTime() - from;
      if (nanos < ENOUGH_NANOS) {
        // slow while the interpreter does it, and so a few pieces are enough
        pieces = Math.min(MOST_PIECES, 2 * number);
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
