package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.record.CallTreeRecording.OtherThreads;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Array;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("weaves classes")
@WeavesOrWalks
class AllThreadsTests {

  private static final String OWN = AllThreadsTests.class.getName();
  private static final String ONE = OWN + "$OneFixture";
  private static final String OTHER = OWN + "$OtherFixture";

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();
  private final Number counter = AllocationCounters.threadBytes().orElseThrow();

  @Test
  void onlySelectedClassesAreRecorded() throws Exception {
    OneFixture.make();
    OtherFixture.make();
    try (Recorded recording = open(ONE)) {
      recording.start();
      OneFixture.make();
      OtherFixture.make();
      OneFixture.make();
      recording.stop();

      assertThat(recording.classes()).isEqualTo(1);
      assertThat(recording.shares())
          .singleElement()
          .satisfies(
              share -> {
                assertThat(share.bytes()).isEqualTo(112);
                assertThat(share.count()).isEqualTo(2);
                assertThat(share.name()).isEqualTo("byte[]");
                assertThat(share.where())
                    .startsWith("AllThreadsTests.OneFixture.make(AllThreadsTests.java:");
              });
    }
  }

  @Test
  void closingRestoresTheClasses() throws Exception {
    OneFixture.make();
    open(ONE).close();

    try (Recorded recording = open(OTHER)) {
      recording.start();
      OneFixture.make();
      recording.stop();

      assertThat(recording.shares()).isEmpty();
      assertThat(recording.ownBytes()).isZero();
    }
  }

  @Test
  void sitesOfAnEarlierRecordingBelongToNoSite() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch next = new CountDownLatch(1);
    Thread thread = new Thread(() -> OneFixture.linger(entered, next));
    try (Recorded recording = open(ONE)) {
      recording.start();
      thread.start();
      entered.await();
    }
    OtherFixture.make();
    try (Recorded recording = open(OTHER)) {
      recording.start();
      next.countDown();
      thread.join();
      recording.stop();

      assertThat(recording.shares()).extracting(CallTreeNode::where).allMatch(String::isEmpty);
    }
  }

  @Test
  void eachTypeOfNestedArraysIsCounted() throws Exception {
    assertThat(shares(OneFixture::table))
        .extracting(CallTreeNode::name, CallTreeNode::count, CallTreeNode::bytes)
        .containsExactlyInAnyOrder(
            tuple("int[][]", 1L, size(new int[3][])), tuple("int[]", 3L, 3 * size(new int[4])));
    assertThat(shares(OneFixture::reflected))
        .extracting(CallTreeNode::name, CallTreeNode::count)
        .contains(tuple("int[][]", 1L), tuple("int[]", 3L));
  }

  @Test
  void onlyCreatedDimensionsAreCounted() throws Exception {
    assertThat(shares(OneFixture::open))
        .extracting(CallTreeNode::name, CallTreeNode::count, CallTreeNode::bytes)
        .containsExactlyInAnyOrder(
            tuple("int[][][][]", 1L, size(new int[2][][][])),
            tuple("int[][][]", 2L, 2 * size(new int[5][][])),
            tuple("byte[][]", 1L, size(new byte[0][])));
  }

  /** Returns what work allocates in its second call. */
  private List<CallTreeNode> shares(Runnable work) throws Exception {
    work.run();
    try (Recorded recording = open(ONE)) {
      recording.start();
      work.run();
      recording.stop();
      return recording.shares();
    }
  }

  private long size(Object object) {
    return instrumentation.getObjectSize(object);
  }

  @Test
  void constructorCalledFromOutsideLeavesWovenCode() throws Exception {
    OtherFixture.construct();
    try (Recorded recording = open(ONE)) {
      recording.start();
      OtherFixture.construct();
      OneFixture.make();
      recording.stop();

      assertThat(recording.shares())
          .extracting(CallTreeNode::bytes)
          .containsExactlyInAnyOrder(96L, 56L);
    }
  }

  private Recorded open(String pattern) throws Exception {
    NamePatterns patterns = new NamePatterns(List.of(pattern));
    WeavingSession weaving =
        WeavingSession.open(instrumentation, patterns, RecorderClass.ALL_THREADS, true)
            .orElseThrow();
    return new Recorded(weaving, weaving.record(counter, OtherThreads.EVERY, 1));
  }

  private record Recorded(WeavingSession weaving, CallTreeRecording recording)
      implements AutoCloseable {

    void start() {
      recording.start();
    }

    void stop() {
      recording.stop();
    }

    int classes() {
      return weaving.classes();
    }

    List<CallTreeNode> shares() {
      return recording.shares().stream()
          .filter(share -> !share.site().equals(CodeSite.ELSEWHERE))
          .toList();
    }

    long ownBytes() {
      return recording.ownBytes();
    }

    @Override
    public void close() {
      recording.stop();
      weaving.close();
    }
  }

  static final class OneFixture {

    static volatile @Nullable Object kept;

    final Object own = new byte[80];

    static void make() {
      kept = new byte[40];
    }

    static void table() {
      kept = new int[3][4];
    }

    static void open() {
      kept = new int[2][5][][];
      kept = new byte[0][7];
    }

    static void reflected() {
      kept = Array.newInstance(int.class, 3, 4);
    }

    static void linger(CountDownLatch entered, CountDownLatch next) {
      entered.countDown();
      try {
        next.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      for (int i = 0; i < 10; i++) {
        kept = new byte[40];
        kept = new int[i];
        kept = new long[i];
      }
    }
  }

  static final class OtherFixture {

    static volatile @Nullable Object kept;

    static void construct() {
      kept = new OneFixture().own;
      kept = new byte[1_000];
    }

    static void make() {
      kept = new long[40];
      kept = new int[40];
      kept = new char[40];
    }
  }
}
