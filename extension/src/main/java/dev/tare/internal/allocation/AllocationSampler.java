package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import java.util.Set;

/**
 * Reads a counter around each of a number of calls of a body.
 *
 * <p>Nothing is subtracted, because reading the counter allocates nothing after its first use. The
 * constructor therefore reads it around an empty body first. Adjacent readings then differ by 0
 * with every collector.
 */
public final class AllocationSampler {

  /** The exceptions with which JUnit aborts a test, subclasses included; that of JUnit 4 too. */
  private static final Set<String> ABORTING =
      Set.of(
          "org.opentest4j.TestAbortedException", "org.junit.internal.AssumptionViolatedException");

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
   * @throws Throwable what the body threw; from the second call on as the cause of an exception
   *     that names the call
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
      throw call > 0 && isFailure(thrown) ? repeated(call + 1, calls, thrown) : thrown;
    }
    readings.endJudged(AllocationCounters.bytesElsewhere());
    return readings;
  }

  private long read(TestBody body) throws Throwable {
    counter.open();
    body.run();
    return counter.close();
  }

  /** Returns whether an exception fails a test: those for assumptions abort it. */
  private static boolean isFailure(Throwable thrown) {
    boolean fails = thrown instanceof Exception || thrown instanceof AssertionError;
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      fails &= !ABORTING.contains(type.getName());
    }
    return fails;
  }

  /** Returns the exception of a repeated call: often the body cannot be repeated. */
  private static Throwable repeated(long call, long calls, Throwable thrown) {
    String message =
        ("call %s of %s threw %s; @BeforeEach runs once, before the first: a body that cannot be"
                + " repeated needs runs = 1, warmups = 0")
            .formatted(call, calls, thrown.toString().lines().findFirst().orElse(""));
    return thrown instanceof AssertionError
        ? new AssertionError(message, thrown)
        : new RepeatedCallException(message, thrown);
  }

  private static final class RepeatedCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RepeatedCallException(String message, Throwable thrown) {
      super(message, thrown, false, true);
    }
  }
}
