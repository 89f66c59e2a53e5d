package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.SiteRecording;
import dev.tare.internal.agent.record.Weaving;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.call.TestBody;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Counts the objects that the calling thread creates in calls of a body, with woven classes. */
public final class ObjectCounter {

  private final Instrumentation instrumentation;
  private final AllocationCounter counter;
  private final List<Class<?>> tests = new ArrayList<>();

  /**
   * @param testInstances the test instances, the outermost first; their classes belong to the
   *     application
   */
  public ObjectCounter(
      Instrumentation instrumentation, AllocationCounter counter, List<Object> testInstances) {
    this.instrumentation = instrumentation;
    this.counter = counter;
    testInstances.forEach(test -> tests.add(test.getClass()));
  }

  /**
   * Calls the body {@code warmups + runs} times, with the woven classes excluded from C2, and
   * returns the smallest count.
   *
   * <p>One warm-up call runs before weaving and loads the classes, so that C2 is kept off them too.
   * The others run after weaving and link lambdas again. If several calls count, there are at least
   * two warm-up calls.
   *
   * @param reach the farthest origin of classes that are woven
   * @param order the value that is smallest in the returned tally
   * @throws Throwable what the body threw, unchanged
   */
  public ObjectTally count(
      TestBody body, int warmups, int runs, ClassOrigin reach, ToLongFunction<ObjectTally> order)
      throws Throwable {
    int uncounted = runs > 1 ? Math.max(2, warmups) : warmups;
    int unwoven = uncounted > 1 ? 1 : 0;
    call(body, unwoven);
    try (Weaving weaving = Weaving.open(instrumentation, new ClassOrigins(tests, reach))) {
      call(body, uncounted - unwoven);
      weaving.settle();
      // objects that the recording itself links on first use are not the test's
      record(weaving, new EmptyBody(), reach);
      record(weaving, new EmptyBody(), reach);
      ObjectTally fewest = record(weaving, body, reach);
      for (int i = 1; i < runs; i++) {
        ObjectTally tally = record(weaving, body, reach);
        if (order.applyAsLong(tally) < order.applyAsLong(fewest)) {
          fewest = tally;
        }
      }
      return fewest;
    }
  }

  private static void call(TestBody body, int times) throws Throwable {
    for (int i = 0; i < times; i++) {
      body.run();
    }
  }

  private ObjectTally record(Weaving weaving, TestBody body, ClassOrigin reach) throws Throwable {
    Number bytes = new ThreadBytes(AllocationCounters.bean().orElseThrow());
    SiteRecording recording = weaving.record(bytes, counter.otherThreads());
    recording.start();
    try {
      body.run();
    } finally {
      recording.stop();
    }
    return new ObjectTally(
        recording.shares(), reach, instrumentation.getObjectSize(new Object()), weaving.skipped());
  }
}
