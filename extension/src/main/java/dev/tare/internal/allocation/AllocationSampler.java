package dev.tare.internal.allocation;

import dev.tare.body.TestBody;

/**
 * Reads a counter around each of a number of calls of a body.
 *
 * <p>Nothing is subtracted, because reading the counter allocates nothing after its first use. The
 * constructor therefore reads it around an empty body first. Adjacent readings then differ by 0
 * with every collector.
 */
public final class AllocationSampler {

  private final AllocationCounter counter;

  /** Reads the counter around an empty body, so that linkage on first use is not counted later. */
  public AllocationSampler(AllocationCounter counter) throws Throwable {
    this.counter = counter;
    for (int i = 0; i < 2; i++) {
      read(new EmptyBody());
    }
  }

  /**
   * Calls the body {@code warmups + runs} times.
   *
   * @throws Throwable what the body threw, unchanged; from the second call on with a suppressed
   *     note that the body was repeated
   */
  public AllocationReadings sample(TestBody body, int warmups, int runs) throws Throwable {
    AllocationReadings readings = new AllocationReadings(warmups);
    long calls = (long) warmups + runs;
    long call = 0;
    try {
      for (; call < calls; call++) {
        if (call == warmups) {
          readings.beginJudged(AllocationCounters.bytesElsewhere());
        }
        long bytes = read(body);
        readings.add(bytes, counter.complete());
      }
    } catch (Throwable thrown) {
      throw call > 0 && isFailure(thrown)
          ? new RepeatedCallException(call + 1, calls, thrown)
          : thrown;
    }
    readings.endJudged(AllocationCounters.bytesElsewhere());
    return readings;
  }

  private long read(TestBody body) throws Throwable {
    counter.open();
    body.run();
    return counter.close();
  }

  /** Returns whether an exception fails a test: JUnit's own one for an assumption aborts it. */
  private static boolean isFailure(Throwable thrown) {
    return (thrown instanceof Exception || thrown instanceof AssertionError)
        && !thrown.getClass().getSimpleName().equals("TestAbortedException");
  }

  /** Thrown if a repeated call of a body throws: often it cannot be repeated. */
  static final class RepeatedCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RepeatedCallException(long call, long calls, Throwable thrown) {
      super(
          ("call %s of %s threw %s; @BeforeEach runs once, before the first: a body that cannot be"
                  + " repeated needs runs = 1, warmups = 0")
              .formatted(call, calls, thrown),
          thrown,
          false,
          true);
    }
  }
}
