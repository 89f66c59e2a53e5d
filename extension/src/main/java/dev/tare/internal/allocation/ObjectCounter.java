package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.weave.ClassOrigin;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Counts the objects that the calling thread creates in calls of a body, with woven classes. */
public final class ObjectCounter {

  private final Instrumentation instrumentation;
  private final AllocationCounter counter;
  private final List<Object> testInstances;

  /**
   * @param testInstances the test instances, the outermost first; their classes belong to the
   *     application
   */
  public ObjectCounter(
      Instrumentation instrumentation, AllocationCounter counter, List<Object> testInstances) {
    this.instrumentation = instrumentation;
    this.counter = counter;
    this.testInstances = testInstances;
  }

  /**
   * Calls the body {@code warmups + runs} times, with the woven classes excluded from C2.
   *
   * <p>One warm-up call runs before weaving and loads the classes, so that C2 is kept off them too.
   * The others run after weaving and link lambdas again. If several calls count, there are at least
   * two warm-up calls.
   *
   * @param reach the farthest origin of classes that are woven
   * @param order the order of the tallies
   * @param suffices whether the tallies suffice; otherwise the classes of libraries and the JDK
   *     that allocate are woven too, and the calls repeated
   * @return one tally for each counted call, in this order
   * @throws Throwable what the body threw, unchanged
   */
  public List<ObjectTally> count(
      TestBody body,
      int warmups,
      int runs,
      ClassOrigin reach,
      Comparator<ObjectTally> order,
      Predicate<List<ObjectTally>> suffices)
      throws Throwable {
    int warmupCalls = runs > 1 ? Math.max(2, warmups) : warmups;
    int unwovenCalls = warmupCalls > 1 ? 1 : 0;
    call(body, unwovenCalls);
    try (WovenCalls calls = new WovenCalls(instrumentation, counter, testInstances, reach)) {
      call(body, warmupCalls - unwovenCalls);
      calls.prepareRecording();
      List<ObjectTally> tallies = tallies(calls, body, runs, reach, order);
      return suffices.test(tallies) || !calls.follow(body)
          ? tallies
          : tallies(calls, body, runs, ClassOrigin.JDK, order);
    }
  }

  private List<ObjectTally> tallies(
      WovenCalls calls, TestBody body, int runs, ClassOrigin reach, Comparator<ObjectTally> order)
      throws Throwable {
    long smallestObject = instrumentation.getObjectSize(new Object());
    List<ObjectTally> tallies = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      tallies.add(
          new ObjectTally(calls.record(body).shares(), reach, smallestObject, calls.skipped()));
    }
    tallies.sort(order);
    return tallies;
  }

  private static void call(TestBody body, int times) throws Throwable {
    for (int i = 0; i < times; i++) {
      body.run();
    }
  }
}
