package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Counts the objects that the calling thread creates in calls of a body, with woven classes.
 *
 * @param testInstances the test instances, the outermost first; their classes belong to the
 *     application
 * @param leastSize the size of the smallest object to count, in bytes
 */
public record ObjectCounter(
    Instrumentation instrumentation,
    AllocationCounter counter,
    List<Object> testInstances,
    long leastSize) {

  /** Copies the list. */
  public ObjectCounter {
    testInstances = List.copyOf(testInstances);
  }

  /**
   * Calls the body {@code warmups + runs} times with the woven application. If the body may be
   * called more often and that does not suffice, the methods of libraries and the JDK that it calls
   * and that allocate are woven too, and the calls repeated.
   *
   * <p>One warm-up call runs before weaving and loads the classes. The others run after weaving and
   * link lambdas again. If several calls count, there are at least two warm-up calls.
   *
   * @param suffices whether the application alone suffices for a call
   * @return one tally for each counted call, in this order
   * @throws Throwable what the body threw, unchanged
   */
  public List<ObjectTally> count(
      TestBody body, int warmups, int runs, Predicate<ObjectTally> suffices) throws Throwable {
    int warmupCalls = warmupCalls(warmups, runs);
    int unwovenCalls = warmupCalls > 1 ? 1 : 0;
    call(body, unwovenCalls);
    try (WovenCalls calls =
        new WovenCalls(
            instrumentation,
            counter,
            testInstances,
            ClassOrigin.APPLICATION,
            leastSize,
            ExcludedCode.NONE)) {
      call(body, warmupCalls - unwovenCalls);
      calls.prepareRecording();
      List<ObjectTally> tallies = tallies(calls, body, runs, ClassOrigin.APPLICATION);
      List<CallTreeNode> shares =
          tallies.stream().flatMap(tally -> tally.shares().stream()).toList();
      return warmupCalls == 0 || tallies.stream().allMatch(suffices) || !calls.follow(body, shares)
          ? tallies
          : tallies(calls, body, runs, ClassOrigin.JDK);
    }
  }

  /** Returns the number of warm-up calls: at least two if several calls count. */
  public static int warmupCalls(int warmups, int runs) {
    return runs > 1 ? Math.max(2, warmups) : warmups;
  }

  private static List<ObjectTally> tallies(
      WovenCalls calls, TestBody body, int runs, ClassOrigin reach) throws Throwable {
    List<ObjectTally> tallies = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      tallies.add(new ObjectTally(calls.record(body).shares(), reach, calls.skipped()));
    }
    return tallies;
  }

  private static void call(TestBody body, int times) throws Throwable {
    for (int i = 0; i < times; i++) {
      body.run();
    }
  }
}
