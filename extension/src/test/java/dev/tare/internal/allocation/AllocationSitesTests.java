package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.call.TestBodies;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.CallNode;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.testing.SlowAfterOthers;
import dev.tare.unit.DataSize;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated("weaves the classes of all tests")
@SlowAfterOthers
class AllocationSitesTests {

  private static final Observed NOTHING =
      Observed.exact(
          new Figure("bytes", "bytes", true),
          new DataSize(0),
          Sampling.single(new DataSize(0)),
          List.of());

  /** Breakdowns by workload, made once for all tests because weaving is slow. */
  private static final Map<String, Explained> EXPLAINED = new HashMap<>();

  private final RecordingCounter counter =
      new RecordingCounter(AllocationCounters.currentThread().orElseThrow());
  private final WorkloadFixtures workloads = new WorkloadFixtures();

  /**
   * A workload with its breakdown.
   *
   * @param reading the counter's reading of the explained call
   * @param before the bytes of the workload before its classes were woven
   * @param after its bytes after they were restored
   */
  private record Explained(Breakdown breakdown, long reading, long before, long after) {

    // both may differ, because C2 may remove an allocation inside the JDK in between
    long min() {
      return Math.min(before, after);
    }

    long max() {
      return Math.max(before, after);
    }
  }

  static Stream<String> workloads() {
    return Arrays.stream(WorkloadFixtures.class.getDeclaredMethods())
        .filter(
            method -> method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !method.isSynthetic())
        .map(Method::getName)
        .sorted();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void rowsAndCallsAddUpToTheBytesOfTheUnwovenCall(String workload) throws Throwable {
    Explained explained = explained(workload);
    Breakdown breakdown = explained.breakdown();

    assertThat(breakdown.total()).isEqualTo(new DataSize(sum(breakdown)));
    if (!workload.equals("stackOverflow")) { // each call overflows at another frame, or in a hook
      assertThat(breakdown.total()).isEqualTo(new DataSize(explained.reading()));
      assertThat(breakdown.rows()).noneMatch(row -> row.type().contains("other threads"));
      assertThat(sum(breakdown)).isBetween(explained.min(), explained.max());
    }
    assertThat(breakdown.notes()).isEmpty();
    assertThat(breakdown.calls().stream().mapToDouble(call -> call.amount().amount()).sum())
        .isEqualTo(breakdown.total().amount());
    assertThat(breakdown.calls().get(0).parent()).isEqualTo(CallNode.NO_CALLER);
  }

  @Test
  void libraryAllocationHasTheLineOfTheCallAndACallbackItsOwn() throws Throwable {
    assertThat(types("intStream", "lambda$"))
        .containsExactly(WorkloadFixtures.Point.class.getName());
    assertThat(types("intStream", "WorkloadFixtures.intStream("))
        .containsExactlyInAnyOrder(
            "in java.util.stream.IntStream.range()",
            "in java.util.stream.IntStream.mapToObj()",
            "in java.util.stream.Stream.toArray()");
  }

  @Test
  void rowsCountObjectsAndNameTheirLine() throws Throwable {
    Row row = explained("deepRecursion").breakdown().rows().get(0);

    assertThat(row.count()).isEqualTo(3_000);
    assertThat(row.type()).isEqualTo("java.lang.Object[]");
    assertThat(row.where()).matches("WorkloadFixtures\\.chain\\(WorkloadFixtures\\.java:\\d+\\)");
  }

  @Test
  void callsLeadFromTheTestToTheLine() throws Throwable {
    List<CallNode> calls = explained("thrownThroughFrames").breakdown().calls();
    CallNode line =
        calls.stream()
            .filter(call -> call.method().startsWith("in java.lang.IllegalStateException"))
            .findFirst()
            .orElseThrow();
    CallNode caller = calls.get(line.parent());

    assertThat(line.method()).contains(" at WorkloadFixtures.deeper(WorkloadFixtures.java:");
    assertThat(caller.method())
        .startsWith("WorkloadFixtures.thrownThroughFrames(WorkloadFixtures.java:");
  }

  @Test
  void rowsLabelAllocationThatTheSourceDoesNotShow() throws Throwable {
    assertThat(types("boxing", "boxing"))
        .contains("java.lang.Integer (boxing)", "java.lang.Long (boxing)");
    assertThat(types("concatenation", "concatenation"))
        .containsExactly("java.lang.String (concatenation)");
    assertThat(types("capturingLambda", "capturingLambda"))
        .containsExactly("java.util.function.IntSupplier (lambda)");
    assertThat(types("iterators", "iterators")).contains("in java.util.List.iterator()");
    assertThat(types("cloned", "cloned")).containsExactly("int[] (clone)");
    assertThat(types("stream", "stream"))
        .contains(
            "in java.util.List.stream()",
            "in java.util.stream.Stream.filter()",
            "in java.util.stream.Stream.map()",
            "in java.util.stream.Stream.collect()");
    assertThat(types("reflectiveArray", "reflectiveArray"))
        .containsExactlyInAnyOrder("java.lang.Object[]", "java.lang.String[]", "int[] (copy)");
  }

  @Test
  void arraysAreRowsOfTheirType() throws Throwable {
    assertThat(types("varargs", "varargs")).contains("java.lang.Object[]");
    assertThat(types("varargsOfEachKind", "varargsOfEachKind"))
        .contains("java.lang.Object[]", "java.lang.Integer[]", "int[]", "java.lang.String[]");
    assertThat(types("emptyArray", "emptyArray")).containsExactly("byte[]");
    assertThat(types("loops", "loops")).containsExactlyInAnyOrder("java.lang.Object[]", "long[]");
  }

  @Test
  void rowsKeepTheirLinesAfterACaughtException() throws Throwable {
    List<Row> rows = explained("thrownThroughFrames").breakdown().rows();

    assertThat(rows)
        .filteredOn(row -> row.type().equals("java.lang.Object"))
        .singleElement()
        .satisfies(row -> assertThat(row.where()).contains(".thrownThroughFrames("))
        .satisfies(row -> assertThat(row.count()).isEqualTo(5));
    assertThat(rows)
        .filteredOn(row -> row.type().startsWith("in java.lang.IllegalStateException"))
        .singleElement()
        .satisfies(row -> assertThat(row.where()).contains(".deeper("));
  }

  @Test
  void rowsNameTheLinesOfConstructors() throws Throwable {
    // after a switch in the arguments of the call there is no frame, so a call that throws has none
    assertThat(types("constructorsThatCatch", "Parsing.<init>("))
        .doesNotContain("in java.lang.Integer.parseInt()")
        .contains(
            "in java.lang.NumberFormatException.toString()",
            "in java.util.stream.Stream.toList()",
            "in java.util.List.copyOf()",
            "java.lang.Integer (boxing)",
            "int[]");
    assertThat(types("thrownAroundConstructors", "RefusingFirst.<init>("))
        .contains(
            "in java.util.stream.Stream.findFirst()",
            "java.lang.IllegalStateException",
            "in java.lang.IllegalStateException.<init>()",
            "in java.lang.String.join()");
    assertThat(types("thrownAroundConstructors", "Refusing.<init>("))
        .containsExactlyInAnyOrder("in java.lang.Integer.valueOf()", "java.lang.Object[]");
  }

  @Test
  void exceptionBeforeTheConstructorCallHasTheCallersLine() throws Throwable {
    assertThat(explained("thrownAroundConstructors").breakdown().rows())
        .filteredOn(row -> row.type().endsWith("RefusingFirst.<init>()"))
        .singleElement()
        .satisfies(row -> assertThat(row.count()).isEqualTo(1))
        .satisfies(row -> assertThat(row.where()).contains(".thrownAroundConstructors("));
  }

  @Test
  void explainingRestoresTheClasses() throws Throwable {
    TestBody body = body("records");

    explain(body);

    assertThat(isWoven(body)).isFalse();
  }

  @Test
  void throwingBodyHasNoRowsAndTheClassesAreRestored() throws Throwable {
    OnceFixture once = new OnceFixture();
    TestBody body = TestBodies.of(once, method(OnceFixture.class, "once"));
    body.run();

    Observed explained =
        new AllocationSites(counter, List.of(once), ClassOrigin.APPLICATION).explain(NOTHING, body);

    assertThat(explained.breakdown()).isNull();
    assertThat(explained.distortions())
        .extracting(Remark::text)
        .containsExactly(
            "no breakdown: the call that should explain it threw"
                + " java.lang.IllegalStateException: no second time");
    once.calls = 0;
    assertThat(isWoven(body)).isFalse();
  }

  @Test
  void nestedBodyHasNoRowsWhileTheOuterIsJudged() throws Throwable {
    TestBody body = body("records");
    Lock judging = WeavingLock.judging();
    try {
      Observed explained =
          new AllocationSites(counter, List.of(workloads), ClassOrigin.APPLICATION)
              .explain(NOTHING, body);

      assertThat(explained.distortions())
          .extracting(Remark::text)
          .containsExactly("no breakdown: other tests are being measured without a pause");
    } finally {
      judging.unlock();
    }
  }

  @Test
  void rowsIncludeOtherThreadsIfTheyCount() throws Throwable {
    AllocationCounter allThreads = AllocationCounters.allThreads().orElseThrow();
    ThreadFixture fixture = new ThreadFixture();
    TestBody body = TestBodies.of(fixture, method(ThreadFixture.class, "start"));

    Breakdown breakdown =
        Objects.requireNonNull(
            new AllocationSites(allThreads, List.of(fixture), ClassOrigin.APPLICATION)
                .explain(NOTHING, body)
                .breakdown());

    Row first = breakdown.rows().get(0);
    assertThat(first.amount()).isEqualTo(new DataSize(1_000_016));
    assertThat(first.type()).isEqualTo("byte[]");
    assertThat(first.where())
        .matches(".*ThreadFixture\\.lambda\\$start\\$0\\(.*:\\d+\\) on started");
    assertThat(breakdown.rows())
        .anyMatch(row -> row.type().equals("java.lang.Thread") && row.count() == 1);
  }

  /** Returns whether a call of the body runs hooks, which this method records. */
  private static boolean isWoven(TestBody body) throws Throwable {
    Class<?> recorder = Class.forName("java.lang.TareTestCallRecorder");
    Object started =
        recorder
            .getConstructor(
                Number.class,
                LongSupplier.class,
                ToLongFunction.class,
                long.class,
                int.class,
                boolean.class)
            .newInstance(
                new ThreadBytes(AllocationCounters.bean().orElseThrow()),
                null,
                (ToLongFunction<Object>) object -> 0,
                Long.BYTES,
                0,
                false);
    ((Runnable) started).run();
    body.run();
    ((AutoCloseable) started).close();
    Object[][] found = (Object[][]) recorder.getMethod("totals").invoke(started);
    long[] bytes = (long[]) found[0][6];
    assertThat(bytes[0]).isPositive();
    return Arrays.stream(bytes, 1, bytes.length).anyMatch(sum -> sum != 0);
  }

  private List<String> types(String workload, String where) throws Throwable {
    return explained(workload).breakdown().rows().stream()
        .filter(row -> row.where().contains(where))
        .map(Row::type)
        .toList();
  }

  private Explained explained(String workload) throws Throwable {
    Explained explained = EXPLAINED.get(workload);
    if (explained == null) {
      // a backtrace is allocated in chunks of 32 frames: on a new thread all calls need one
      FutureTask<Explained> task = new FutureTask<>(() -> measured(workload));
      Thread thread = new Thread(task, "explained");
      thread.start();
      explained = task.get();
      EXPLAINED.put(workload, explained);
    }
    return explained;
  }

  private Explained measured(String workload) throws Exception {
    TestBody body = body(workload);
    try {
      long before = new AllocationSampler(counter).sample(body, 2, 5).smallest();
      Breakdown breakdown = explain(body);
      long reading = counter.smallest();
      long after = new AllocationSampler(counter).sample(body, 2, 5).smallest();
      return new Explained(breakdown, reading, before, after);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private Breakdown explain(TestBody body) {
    Observed explained =
        new AllocationSites(counter, List.of(workloads), ClassOrigin.APPLICATION)
            .explain(NOTHING, body);
    assertThat(explained.distortions()).isEmpty();
    return Objects.requireNonNull(explained.breakdown());
  }

  private static long sum(Breakdown breakdown) {
    return breakdown.rows().stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum();
  }

  private TestBody body(String workload) throws NoSuchMethodException {
    return TestBodies.of(workloads, method(WorkloadFixtures.class, workload));
  }

  private static Method method(Class<?> type, String name) throws NoSuchMethodException {
    return type.getDeclaredMethod(name);
  }

  static final class OnceFixture {

    private int calls;

    Object once() {
      if (++calls > 1) {
        throw new IllegalStateException("no second time");
      }
      return new byte[10];
    }
  }

  static final class ThreadFixture {

    private volatile Object sink = "";

    Object start() throws InterruptedException {
      Thread thread = new Thread(() -> sink = new byte[1_000_000], "started");
      thread.start();
      thread.join();
      return sink;
    }
  }

  /** Counter that stores its latest readings. */
  private static final class RecordingCounter implements AllocationCounter {

    /** Maximum number of readings for one breakdown, which shows the smallest of them. */
    private static final int MAX_READINGS = 5;

    private final AllocationCounter counter;
    private final Deque<Long> readings = new ArrayDeque<>();

    RecordingCounter(AllocationCounter counter) {
      this.counter = counter;
    }

    long smallest() {
      return Collections.min(readings);
    }

    @Override
    public void open() {
      counter.open();
    }

    @Override
    public long close() {
      long reading = counter.close();
      readings.add(reading);
      if (readings.size() > MAX_READINGS) {
        readings.remove();
      }
      return reading;
    }

    @Override
    public String covers() {
      return counter.covers();
    }
  }
}
