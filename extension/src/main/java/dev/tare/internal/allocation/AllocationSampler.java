package dev.tare.internal.allocation;

import dev.tare.internal.call.TestBody;

/**
 * Calls a body between two readings of a counter, as often as asked.
 *
 * <p>Nothing is subtracted: the bracket has no weight of its own once it has been used, so it is
 * used around nothing first. Adjacent readings differ by 0 on every collector that was tried.
 */
public final class AllocationSampler {

  private final AllocationCounter counter;

  /** Uses the bracket once, so that what the JVM links on first use is not counted later. */
  public AllocationSampler(AllocationCounter counter) throws Throwable {
    this.counter = counter;
    for (int i = 0; i < 2; i++) {
      read(new EmptyBody());
    }
  }

  /**
   * Calls the body {@code warmups + runs} times.
   *
   * @throws Throwable what the body threw, unchanged; from the second call on with a note that the
   *     body was repeated
   */
  public AllocationReadings sample(TestBody body, int warmups, int runs) throws Throwable {
    AllocationReadings readings = new AllocationReadings(warmups);
    long calls = (long) warmups + runs;
    long call = 0;
    try {
      for (; call < calls; call++) {
        long bytes = read(body);
        readings.add(bytes, counter.uncertain(), counter.complete());
      }
    } catch (Throwable thrown) {
      if (call > 0) {
        thrown.addSuppressed(new RepeatedCall(call + 1, calls));
      }
      throw thrown;
    }
    return readings;
  }

  private long read(TestBody body) throws Throwable {
    counter.open();
    body.run();
    return counter.close();
  }

  /** Says beside a body's own exception that it was not the first call that threw. */
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
