package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.record.CreationRecording;
import dev.tare.internal.agent.record.CreationRecording.CreatingLine;
import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Counts the objects that the calling thread creates in calls of a body, with woven classes. */
public final class ObjectCounter {

  private static final int MAX_CONSTRUCTED_CLASSES = 500;

  private final Instrumentation instrumentation;
  private final AllocationCounter counter;
  private final List<Object> testInstances;
  private final CountedClasses counted;

  /**
   * @param testInstances the test instances, the outermost first; their classes belong to the
   *     application
   * @param counted the classes whose objects count
   */
  public ObjectCounter(
      Instrumentation instrumentation,
      AllocationCounter counter,
      List<Object> testInstances,
      CountedClasses counted) {
    this.instrumentation = instrumentation;
    this.counter = counter;
    this.testInstances = testInstances;
    this.counted = counted;
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
    try (WovenCalls calls =
        new WovenCalls(instrumentation, counter, testInstances, reach, counted.leastSize())) {
      call(body, warmupCalls - unwovenCalls);
      calls.prepareRecording();
      List<ObjectTally> tallies = tallies(calls, body, runs, reach, order);
      List<SiteShare> shares = tallies.stream().flatMap(tally -> tally.shares().stream()).toList();
      return suffices.test(tallies) || !calls.follow(body, shares)
          ? tallies
          : tallies(calls, body, runs, ClassOrigin.JDK, order);
    }
  }

  private List<ObjectTally> tallies(
      WovenCalls calls, TestBody body, int runs, ClassOrigin reach, Comparator<ObjectTally> order)
      throws Throwable {
    List<ObjectTally> tallies = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      tallies.add(new ObjectTally(calls.record(body).shares(), reach, calls.skipped()));
    }
    tallies.sort(order);
    return tallies;
  }

  /**
   * Calls the body with woven constructors. Returns the objects whose constructors ran in each
   * call, by class and line; the call with the fewest objects comes first. Returns an empty list,
   * without calling the body, if all classes count or more than {@value #MAX_CONSTRUCTED_CLASSES}.
   *
   * <p>This is a lower bound that includes what code creates that cannot be woven, such as a
   * constructor reference or the VM itself. No constructor runs for arrays, copies and deserialized
   * objects, and classes that are loaded meanwhile are left out.
   *
   * @param runs the number of calls, besides one before them that links what weaving has discarded
   * @throws Throwable what the body threw, unchanged
   */
  public List<List<SiteShare>> constructed(TestBody body, int runs) throws Throwable {
    Set<String> names = counted.constructedClasses(instrumentation.getAllLoadedClasses());
    if (names.isEmpty() || names.size() > MAX_CONSTRUCTED_CLASSES) {
      return List.of();
    }
    List<Class<?>> tests = testInstances.stream().<Class<?>>map(Object::getClass).toList();
    List<List<SiteShare>> created = new ArrayList<>();
    try (CreationRecording recording =
        new CreationRecording(instrumentation, names::contains, false, tests)) {
      recording.countOwnObjects();
      body.run();
      recording.start();
      recording.stop(); // ends the weaving of newly loaded classes, which creates objects
      for (int i = 0; i < runs; i++) {
        recording.start();
        try {
          body.run();
        } finally {
          recording.stop();
        }
        created.add(shares(recording.takeOwnObjects()));
      }
    }
    created.sort(Comparator.comparingLong(ObjectCounter::number));
    return created;
  }

  /** Returns the sum of the counts. */
  public static long number(List<SiteShare> shares) {
    return shares.stream().mapToLong(SiteShare::count).sum();
  }

  private List<SiteShare> shares(Map<CreatingLine, Long> created) {
    List<SiteShare> shares = new ArrayList<>();
    created.forEach(
        (creator, count) -> {
          String name = creator.type().getTypeName();
          if (counted.contains(creator.type())) { // not a class of the same name
            CodeSite site = new CodeSite(name, "", true, creator.line());
            shares.add(new SiteShare(site, null, name, 0, count, count, 0, ""));
          }
        });
    return shares;
  }

  private static void call(TestBody body, int times) throws Throwable {
    for (int i = 0; i < times; i++) {
      body.run();
    }
  }
}
