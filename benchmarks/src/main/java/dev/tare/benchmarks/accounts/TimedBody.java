package dev.tare.benchmarks.accounts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A body that times itself: the mean of all calls since the warm-up began, which is the second
 * call.
 *
 * <p>Two means, since other programs want the processor too: the mean of real time is the most that
 * a verdict may judge, and units of work at the pace of the fastest ones seen, plus waits of the
 * length asked for, are the least.
 */
final class TimedBody extends AccountedBody {

  /** The system property with the nanoseconds of a unit; without it they are measured. */
  static final String PACE = "accounts.pace";

  /**
   * Factor by which the account may exceed the limit, or fall below it, without making a verdict
   * wrong.
   */
  private static final double TOLERANCE = 1.25;

  /** One call. */
  interface Step {
    /**
     * Does the work of a call.
     *
     * @param body spins and waits for it, and takes account
     * @param call 0 for the first call
     */
    void call(TimedBody body, long call) throws InterruptedException;
  }

  /** Work of a thread beside the body. */
  interface Wait {
    /** Returns when it is over. */
    void run() throws InterruptedException;
  }

  private final double expected;
  private final double factor;
  private final String attributes;
  private final String words;
  private final Step step;
  private final List<Runnable> closing = new ArrayList<>();
  private long calls;
  private long realNanos;
  private long firstNanos;
  private long units;
  private double leastUnitNanos = Double.MAX_VALUE;
  private long waitedNanos;
  private long state = 88_172_645_463_325_252L;

  /**
   * Creates it.
   *
   * @param expected nanoseconds of a call, by which its limit is chosen
   */
  TimedBody(Random random, double expected, String words, Step step) {
    this.expected = expected;
    this.factor = factor(random);
    this.attributes = attributes(random);
    this.words = words;
    this.step = step;
  }

  /** A quarter has the defaults; the others have shorter caps . */
  private static String attributes(Random random) {
    List<String> attributes = new ArrayList<>();
    if (random.nextInt(10) < 4) {
      attributes.add("statistic = \"mean\"");
    }
    if (random.nextInt(4) > 0) {
      attributes.add("warmupTime = \"800 ms\", measurementTime = \"1 s\"");
    }
    return String.join(", ", attributes);
  }

  @Override
  public Object call() {
    long call = calls++;
    long from = System.nanoTime();
    try {
      step.call(this, call);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    long nanos = System.nanoTime() - from;
    if (call == 0) {
      firstNanos = nanos;
      units = 0;
      waitedNanos = 0;
    } else {
      realNanos += nanos;
    }
    return this;
  }

  /** Computes: a chain of shifts, of which no step can be left out. */
  void spin(int number) {
    long from = System.nanoTime();
    long x = state;
    for (int i = 0; i < number * 1_000; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    state = x;
    take(number, System.nanoTime() - from);
  }

  /** Takes account of units of work. */
  void take(int number, long nanos) {
    units += number;
    leastUnitNanos = Math.min(leastUnitNanos, (double) nanos / number);
  }

  /**
   * Waits for something that takes at least so long.
   *
   * @param nanos what counts at most as the least that it took
   */
  void await(long nanos, Wait wait) throws InterruptedException {
    long from = System.nanoTime();
    wait.run();
    waitedNanos += Math.min(nanos, System.nanoTime() - from);
  }

  /** Sleeps. */
  void sleep(long nanos) throws InterruptedException {
    await(nanos, () -> Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000)));
  }

  /** Parks the thread. */
  void park(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    await(
        nanos,
        () -> {
          for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
        });
  }

  /** Does something when the test is over. */
  void atEnd(Runnable action) {
    closing.add(action);
  }

  @Override
  void close() {
    closing.forEach(Runnable::run);
  }

  /** Returns the nanoseconds of a unit of work once compiled, the shortest of some. */
  static double unitNanos() {
    return Unit.NANOS;
  }

  private static final class Unit {
    static final double NANOS =
        System.getProperty(PACE) == null
            ? measured()
            : Double.parseDouble(System.getProperty(PACE));

    private static double measured() {
      TimedBody body = new TimedBody(new Random(1), 0, "", (self, call) -> self.spin(20));
      for (int i = 0; i < 3_000; i++) {
        body.call();
      }
      return body.leastUnitNanos;
    }
  }

  @Override
  double expected() {
    return expected;
  }

  @Override
  double limit(double nanos) {
    return Math.round(factor * nanos);
  }

  @Override
  String annotation(double limit) {
    return String.format(
        Locale.ROOT,
        "@dev.tare.benchmark.Benchmarked(max = \"%.0f ns\"%s)",
        limit,
        attributes.isEmpty() ? "" : ", " + attributes);
  }

  @Override
  Account account(double nanos) {
    long counted = Math.max(1, calls - 1);
    double pace = units == 0 ? 0 : leastUnitNanos;
    return new Account(
        (units * pace + waitedNanos) / counted / TOLERANCE,
        (double) realNanos / counted * TOLERANCE);
  }

  @Override
  String words() {
    return words
        + (calls == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; first call %,d ns, then %,d calls of %,d ns on the average",
                firstNanos,
                calls - 1,
                realNanos / Math.max(1, calls - 1)));
  }
}
