package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.WeavingSession;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.model.Breakdown;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Calls bodies with woven classes and records what they allocate, by site. The classes are restored
 * when this is closed.
 */
final class WovenCalls implements AutoCloseable {

  static final int MAX_CALLS = 5;

  private final AllocationCounter counter;
  private final ClassOrigin reach;
  private final ClassOrigins everything;
  private final WeavingSession weaving;
  private final long leastSize;

  /**
   * The allocation of one call.
   *
   * @param bytes the counter's bytes
   * @param shares the bytes by site
   * @param calls the bytes by path of calls
   */
  record RecordedCall(long bytes, List<CallTreeNode> shares, List<CallTreeNode> calls) {}

  /**
   * Weaves the classes.
   *
   * @param testInstances the test instances, whose classes belong to the application
   * @param reach the farthest origin of classes that are woven
   * @param leastSize the size of the smallest object to count, in bytes
   * @param excluded code that is woven whatever its origin
   */
  WovenCalls(
      Instrumentation instrumentation,
      AllocationCounter counter,
      List<Object> testInstances,
      ClassOrigin reach,
      long leastSize,
      ExcludedCode excluded)
      throws ReflectiveOperationException, IOException {
    List<Class<?>> testClasses = new ArrayList<>();
    testInstances.forEach(test -> testClasses.add(test.getClass()));
    this.counter = counter;
    this.reach = reach;
    this.leastSize = leastSize;
    this.everything = new ClassOrigins(testClasses, ClassOrigin.JDK);
    ClassOrigins within = new ClassOrigins(testClasses, reach);
    this.weaving =
        WeavingSession.open(
                instrumentation,
                excluded.isEmpty() ? within : excluded.besides(within, everything),
                RecorderClass.TESTS,
                true)
            .orElseThrow();
  }

  /**
   * Prepares for recording, after the body has been called with woven classes. From then on no
   * class is woven.
   */
  void prepareRecording() throws Throwable {
    weaving.stopWeaving();
    // links what the recording itself needs on first use
    for (int i = 0; i < 2; i++) {
      record(new EmptyBody());
    }
  }

  /**
   * Returns the breakdown of one of several calls: the first one with the judged number of bytes,
   * because the JVM sometimes allocates something of its own in a call. If none of {@value
   * #MAX_CALLS} calls has them, it is the call with the fewest bytes.
   */
  Breakdown breakdown(TestBody body, long judged) throws Throwable {
    RecordedCall chosen = record(body);
    for (int i = 1; i < MAX_CALLS && chosen.bytes() != judged; i++) {
      RecordedCall call = record(body);
      if (call.bytes() < chosen.bytes() || call.bytes() == judged) {
        chosen = call;
      }
    }
    return new SiteRows(reach)
        .breakdown(chosen.shares(), chosen.calls(), chosen.bytes(), weaving.skipped());
  }

  /**
   * Calls the body once.
   *
   * @throws Throwable what the body threw, unchanged
   */
  RecordedCall record(TestBody body) throws Throwable {
    Number bytes = new ThreadBytes(AllocationCounters.bean().orElseThrow());
    CallTreeRecording recording = weaving.record(bytes, counter.otherThreads(), leastSize);
    counter.open();
    recording.start();
    try {
      body.run();
    } finally {
      recording.stop();
    }
    long total = counter.close(); // before anything else is allocated
    return new RecordedCall(total - recording.ownBytes(), recording.shares(), recording.calls());
  }

  /**
   * Weaves the classes of libraries and the JDK in which calls of the body allocate objects that
   * are not counted, until there are no more.
   *
   * @param recorded the allocation of earlier calls
   * @return whether there were any
   * @throws Throwable what the body threw, unchanged
   */
  boolean follow(TestBody body, List<CallTreeNode> recorded) throws Throwable {
    boolean followed = false;
    List<CallTreeNode> shares = recorded;
    while (weaving.weaveCalled(shares, everything)) {
      followed = true;
      body.run(); // links again what weaving has discarded
      shares = record(body).shares();
    }
    return followed;
  }

  /** Returns the names of the classes and methods that could not be woven, in order. */
  Set<String> skipped() {
    return weaving.skipped();
  }

  @Override
  public void close() {
    weaving.close();
  }
}
