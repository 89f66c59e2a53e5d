package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.jit.CompiledCode;

/**
 * Reads a counter around each of a number of calls of a body.
 *
 * <p>Nothing is subtracted, because reading the counter allocates nothing after its first use. The
 * constructor therefore reads it around an empty body first. Adjacent readings then differ by 0
 * with every collector.
 */
public final class AllocationSampler {

  /** Least number of warm-up calls that selects the figure of compiled code. */
  public static final int COMPILED_WARMUPS = 10_000;

  /** Number of times that the compilers may catch up during the warm-up calls. */
  private static final int COMPILATIONS = 10;

  private final AllocationCounter counter;

  /** Reads the counter around an empty body, so that linkage on first use is not counted later. */
  public AllocationSampler(AllocationCounter counter) throws Throwable {
    this.counter = counter;
    for (int i = 0; i < 2; i++) {
      read(new EmptyBody());
    }
  }

  /**
   * Calls the body {@code warmups + runs} times. With {@link #COMPILED_WARMUPS} or more warm-up
   * calls, waits for the JIT compilers several times on the way, however busy the machine is.
   *
   * @throws Throwable what the body threw
   */
  public AllocationReadings sample(TestBody body, int warmups, int runs) throws Throwable {
    AllocationReadings readings = new AllocationReadings(warmups);
    long calls = (long) warmups + runs;
    for (long call = 0; call < calls; call++) {
      if (warmups >= COMPILED_WARMUPS && call <= warmups && call % (warmups / COMPILATIONS) == 0) {
        CompiledCode.awaitCompilations();
      }
      if (call == warmups) {
        readings.beginJudged(AllocationCounters.bytesElsewhere());
      }
      long bytes = read(body);
      readings.add(bytes, counter.complete());
    }
    readings.endJudged(AllocationCounters.bytesElsewhere());
    return readings;
  }

  private long read(TestBody body) throws Throwable {
    counter.open();
    body.run();
    return counter.close();
  }
}
