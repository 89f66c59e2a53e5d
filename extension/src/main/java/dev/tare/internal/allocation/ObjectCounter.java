package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.SiteRecording;
import dev.tare.internal.agent.record.Weaving;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.call.TestBody;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Comparator;
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
   * Calls the body {@code warmups + runs} times, with the woven classes excluded from C2,.
   *
   * <p>One warm-up call runs before weaving and loads the classes, so that C2 is kept off them too.
   * The others run after weaving and link lambdas again. If several calls count, there are at least
   * two warm-up calls.
   *
   * @param reach the farthest origin of classes that are woven
   * @param order the value by which the tallies are sorted
   * @return one tally for each counted call, the smallest first
   * @throws Throwable what the body threw, unchanged
   */
  public List<ObjectTally> count(
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
      List<ObjectTally> tallies = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        tallies.add(record(weaving, body, reach));
      }
      tallies.sort(Comparator.comparingLong(order));
      return tallies;
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
