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
      if (call > 0) {
        thrown.addSuppressed(new RepeatedCall(call + 1, calls));
      }
      throw thrown;
    }
    readings.endJudged(AllocationCounters.bytesElsewhere());
    return readings;
  }

  private long read(TestBody body) throws Throwable {
    counter.open();
    body.run();
    return counter.close();
  }

  /** A note, suppressed in a body's own exception, that a repeated call threw. */
  static final class RepeatedCall extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RepeatedCall(long call, long calls) {
      super(
          ("thrown by call %s of %s; @BeforeEach runs once, before the first: a body that cannot be"
                  + " repeated needs runs = 1, warmups = 0")
              .formatted(call, calls),
          null,
          false,
          false);
    }
  }
}
