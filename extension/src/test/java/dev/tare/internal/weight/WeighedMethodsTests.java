package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.ExecutedTests;
import dev.tare.Weighed;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.benchmark.Benchmarked;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.testing.SlowAfterOthers;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kotlin.Metadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

/** Runs of test cases whose sizes change between the runs, as an edit would change them. */
@Execution(ExecutionMode.SAME_THREAD) // the runs share the number of elements
@SlowAfterOthers
@SameOnEveryJdk
class WeighedMethodsTests {

  private static int elements;
  private static @Nullable Object sink;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void reset() {
    elements = 10;
  }

  private ExecutedTests tare(Class<?> testClass, String... keysAndValues) {
    return ExecutedTests.tare(testClass, keys(keysAndValues));
  }

  private ExecutedTests jupiter(Class<?> testClass, String... keysAndValues) {
    return ExecutedTests.jupiter(testClass, keys(keysAndValues));
  }

  private String[] keys(String... keysAndValues) {
    List<String> keys = new ArrayList<>(List.of("tare.lockDirectory", folder.toString()));
    if (!List.of(keysAndValues).contains("tare.missingWeight")) {
      keys.addAll(List.of("tare.missingWeight", "write"));
    }
    keys.addAll(List.of(keysAndValues));
    return keys.toArray(String[]::new);
  }

  private Path file(Class<?> testClass) {
    return folder.resolve(testClass.getName().replace('$', '.') + ".tare");
  }

  private String lock(Class<?> testClass) throws IOException {
    return Files.readString(file(testClass));
  }

  static class IndexTestCases {

    @Weighed
    Map<Integer, byte[]> index() {
      Map<Integer, byte[]> index = new HashMap<>();
      for (int i = 0; i < elements; i++) {
        index.put(i, new byte[100]);
      }
      return index;
    }

    @Weighed
    void fills() {
      sink = new long[elements];
    }
  }

  private static String indexLock() {
    return """
        tare-lock 2 dev.tare.internal.weight.WeighedMethodsTests$IndexTestCases

        [%s]

        fills(): allocated bytes = 96 B
          1 long[] at WeighedMethodsTests.IndexTestCases.fills, 96 B
        index(): allocated bytes = 1,648 B
          10 byte[] at WeighedMethodsTests.IndexTestCases.index, 1,200 B
          10 in java.util.Map.put() at WeighedMethodsTests.IndexTestCases.index, 400 B
          1 java.util.HashMap at WeighedMethodsTests.IndexTestCases.index, 48 B
        index(): retained size = 1,648 B
          10 byte[] at table[*].value, 1,200 B
          1 java.util.HashMap at (the value itself), 48 B
          10 java.util.HashMap$Node at table[*], 320 B
          1 java.util.HashMap$Node[] at table, 80 B

        3 weights
        """
        .formatted(WeightLock.thisJvm());
  }

  @Test
  void missingWeightsAreWrittenWithTheirRows() throws IOException {
    tare(IndexTestCases.class).allSucceed();

    assertThat(lock(IndexTestCases.class)).isEqualTo(indexLock());
  }

  private static final byte[] SHARED = new byte[10_000];

  static class SeveralTestCases {

    @Weighed
    @MaxRetainedSize("1 MiB")
    @ValueSource(ints = {1, 2})
    Object[] shares(int number) {
      return new Object[] {SHARED};
    }

    @Weighed
    @MaxAllocatedBytes("1 MiB")
    @ValueSource(ints = {1, 2})
    void fails(int number) {
      sink = new IllegalStateException();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"never", "always"})
  void laterInvocationsHaveTheirWeightsWithoutRows(String breakdown) throws IOException {
    tare(SeveralTestCases.class, "tare.breakdown", breakdown).allSucceed();

    assertThat(lock(SeveralTestCases.class))
        .contains(
            """
            fails(int) [1] number=1: allocated bytes, not locked: a stack trace is as deep as the calls that lead to the test
            """,
            """
            shares(int) [1] number=1: retained size = 24 B
              1 java.lang.Object[] at (the value itself), 24 B
            shares(int) [2] number=2: retained size = 24 B
            """);
  }

  private static int depth;

  static class DeepTestCases {
    @Weighed
    @MaxAllocatedBytes("1 MiB")
    @ValueSource(ints = {1, 2, 3})
    void parses(int number) {
      sink = number < 3 ? new byte[number] : thrown(depth);
    }

    private static Exception thrown(int calls) {
      return calls == 0 ? new IllegalStateException() : thrown(calls - 1);
    }
  }

  @Test
  void deeperStackTraceOfALaterInvocationIsInconclusive() throws IOException {
    depth = 0;
    tare(DeepTestCases.class).allSucceed();
    assertThat(lock(DeepTestCases.class))
        .contains("parses(int) [1] number=1: allocated bytes = 24 B\n  1 byte[]")
        .contains("parses(int) [2] number=2: allocated bytes = 24 B\nparses");

    depth = 40;
    for (String breakdown : List.of("on_failure", "never")) {
      assertThat(tare(DeepTestCases.class, "tare.breakdown", breakdown).abortion("[3] number=3"))
          .message()
          .containsIgnoringWhitespaces(
              ": a stack trace is as deep as the calls that lead to the test");
    }
  }

  private static Path lockOfTheClassBefore = Path.of("");
  private static boolean isWritten;

  static class NextTestCases {
    @MaxAllocatedBytes("1 MiB")
    void looks() {
      isWritten = lockOfTheClassBefore.toFile().exists();
    }
  }

  @Test
  void lockIsWrittenWhenTheTestsOfItsClassAreDone() {
    isWritten = false;
    lockOfTheClassBefore = file(IndexTestCases.class);
    ExecutedTests.by(
        "tare",
        List.of(selectClass(IndexTestCases.class), selectClass(NextTestCases.class)),
        keys());
    assertThat(isWritten).isTrue();
    assertThat(file(NextTestCases.class)).as("lock of a test that is not weighed").doesNotExist();
  }

  @Test
  void newFigureOfAWeighedTestIsMeasuredAsTheOthersWere() throws IOException {
    tare(SeveralTestCases.class).allSucceed();
    String written = lock(SeveralTestCases.class);
    String shares = "shares(int) [2] number=2: retained size = 24 B\n";
    Files.writeString(
        file(SeveralTestCases.class),
        written.replace(shares, shares.replace("retained size", "allocated bytes")));

    tare(SeveralTestCases.class).allSucceed();

    assertThat(lock(SeveralTestCases.class)).contains(shares);
    assertThat(written).contains(shares);
  }

  @Nested
  class CommittedLock {

    @BeforeEach
    void commit() throws IOException {
      Files.writeString(file(IndexTestCases.class), indexLock());
    }

    @Test
    void grownFigureFailsWithTheRowsThatGrew() throws IOException {
      elements = 12;

      ExecutedTests grown = tare(IndexTestCases.class);

      assertThat(grown.failure("fills"))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageContaining(
              "112 B exceed 96 B\n"
                  + "  grew        +0 long[] at WeighedMethodsTests.IndexTestCases.fills, +16 B\n"
                  + "  limit       set by "
                  + folder)
          .hasMessageNotContaining("share")
          .hasMessageContaining(
              "to accept: mvn test\n              -Dtare.accept=dev.tare.internal.weight.WeighedMethodsTests.IndexTestCases.fills\n");
      assertThat(grown.failure("index"))
          .hasMessageContaining(
              """
                grew        +2 byte[] at table[*].value, +240 B
                            +2 java.util.HashMap$Node at table[*], +64 B
              """);
      assertThat(lock(IndexTestCases.class)).isEqualTo(indexLock());
    }

    @Test
    void shrunkFigurePasses() throws IOException {
      elements = 8;

      tare(IndexTestCases.class).allSucceed();

      assertThat(lock(IndexTestCases.class)).isEqualTo(indexLock());
    }

    @Test
    void acceptingReplacesAllWeights() throws IOException {
      elements = 12;

      tare(IndexTestCases.class, "tare.accept", "true").allSucceed();

      String accepted = lock(IndexTestCases.class);
      assertThat(accepted)
          .contains("fills(): allocated bytes = 112 B", "index(): retained size = 1,952 B");
      tare(IndexTestCases.class, "tare.accept", "true").allSucceed();
      assertThat(lock(IndexTestCases.class)).isEqualTo(accepted);
    }
  }

  @Test
  void weightsThatAreMissingOrCannotBeReadAreNamed() throws IOException {
    Files.writeString(file(LimitedTestCases.class), "no lock\n");

    ExecutedTests checked =
        ExecutedTests.by(
            "tare",
            List.of(selectClass(IndexTestCases.class), selectClass(LimitedTestCases.class)),
            keys("tare.missingWeight", "fail"));

    assertThat(checked.failure("fills"))
        .isExactlyInstanceOf(UnmeasuredException.class)
        .hasMessageContaining(" has no weight of it\n  remedy      run mvn test -Dtare.accept=");
    assertThat(file(IndexTestCases.class)).doesNotExist();
    assertThat(checked.failure("tight"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining(
            "LimitedTestCases.tare: line 1 is not readable: \"no lock\"; restore");
  }

  @Weighed
  @Retention(RetentionPolicy.RUNTIME)
  @interface Light {}

  @Metadata(d2 = {"fillsMore", "fillsMore$shop_main"})
  static class LimitedTestCases {

    @Weighed
    @MaxRetainedSize("1 KiB")
    List<String> loose() {
      return new ArrayList<>(elements);
    }

    @Weighed
    @MaxAllocatedBytes("16 B")
    void tight() {
      sink = new byte[elements];
    }

    @Weighed
    void handsOver(@MaxRetainedSize Retained<Object> retained) {
      retained.hold(new int[elements]);
    }

    @Light
    void composed() {
      sink = new byte[elements];
    }

    @Weighed
    void fillsMore$shop_main() {
      sink = new long[elements];
    }

    @Weighed
    @MaxRetainedSize
    Object proxy() {
      int captured = elements;
      return Proxy.newProxyInstance(
          Runnable.class.getClassLoader(),
          new Class<?>[] {Runnable.class},
          (proxy, method, arguments) -> captured);
    }

    @Weighed
    @MaxAllocatedBytes
    void works() {
      if (elements > 10) {
        try {
          throw new IllegalStateException();
        } catch (IllegalStateException e) {
          assertThat(e.getMessage()).isNull();
        }
      }
    }
  }

  @Test
  void otherAnnotationSaysWhatIsWeighed() throws IOException {
    ExecutedTests run = tare(LimitedTestCases.class);

    assertThat(run.failed()).containsExactly("tight");
    assertThat(lock(LimitedTestCases.class))
        .contains("loose(): retained size = 80 B", "handsOver(Retained): retained size = 56 B")
        .doesNotContain("loose(): allocated", "handsOver(Retained): allocated")
        .contains("composed(): allocated bytes = 32 B", "works(): allocated bytes = 0 B")
        .as("generated classes without their numbers")
        .contains("$$Lambda at h, ", "  1 $Proxy at (the value itself), ");
  }

  @Test
  void smallerOfLimitAndWeightIsJudged() {
    tare(LimitedTestCases.class);
    elements = 20;

    ExecutedTests grown = tare(LimitedTestCases.class);

    assertThat(grown.failure("loose")).hasMessageContaining("120 B exceeds 80 B");
    assertThat(grown.failure("tight")).hasMessageContaining("40 B exceed 16 B\n");
    assertThat(grown.failure("works"))
        .as("an exception where nothing was allocated")
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("exceed 0 B");
    assertThat(grown.failure("fillsMore$shop_main"))
        .as("accepted by its name in the source")
        .hasMessageContaining(
            "-Dtare.accept=dev.tare.internal.weight.WeighedMethodsTests.LimitedTestCases.fillsMore\n");
  }

  @Weighed
  static class WeighedClassTestCases {

    @Test
    void brackets() {
      sink = new int[elements];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void sized(int length) {
      sink = new byte[length];
    }

    @TestFactory
    Stream<DynamicTest> dynamic() {
      return Stream.of(DynamicTest.dynamicTest("a = 1", () -> sink = new byte[elements]));
    }

    @MaxAllocatedBytes("1 KiB")
    @Test
    void limited() {
      sink = new byte[elements];
    }
  }

  @Test
  void testsOfAClassAreWeighed() throws IOException {
    jupiter(WeighedClassTestCases.class).allSucceed();

    assertThat(lock(WeighedClassTestCases.class))
        .contains(
            "brackets(): allocated bytes = 56 B", "dynamic() [1] a = 1: allocated bytes = 32 B")
        .containsPattern("sized\\(int\\) \\[1] .*1: allocated bytes = 24 B")
        .containsPattern("sized\\(int\\) \\[2] .*100: allocated bytes = 120 B")
        .contains("limited(): allocated bytes = 32 B");
    elements = 30;

    assertThat(jupiter(WeighedClassTestCases.class).failed())
        .containsExactlyInAnyOrder("brackets", "a = 1", "limited");
  }

  static class MeasuredTestCases {

    @MaxAllocatedBytes("1 KiB")
    void fills() {
      sink = new byte[elements];
    }
  }

  @Test
  void keyWeighsAllMeasuredTests() throws IOException {
    tare(MeasuredTestCases.class, "tare.weigh", "measured").allSucceed();

    assertThat(lock(MeasuredTestCases.class)).contains("fills(): allocated bytes = 32 B");
  }

  @Test
  void noTestIsWeighedWithoutAFolder() {
    ExecutedTests.tare(IndexTestCases.class, "tare.lockDirectory", "none").allSucceed();

    assertThat(folder).isEmptyDirectory();
  }

  static class UnsteadyTestCases {

    private boolean isLong;

    @Weighed
    @MaxAllocatedBytes(runs = 1, warmups = 0)
    void firstCall() {
      sink = new byte[elements];
    }

    @Weighed
    void alternates() {
      isLong = !isLong;
      sink = new byte[isLong ? 2 * elements : elements];
    }

    @Weighed
    RuntimeException fails() {
      return new IllegalStateException();
    }

    @Weighed
    @MaxInstances(type = Object[].class, value = 1_000)
    RuntimeException traces() {
      return new IllegalStateException();
    }

    @Weighed
    @Benchmarked(max = "1 s", warmupTime = "1 ms", measurementTime = "60 s")
    int timed() {
      return elements;
    }
  }

  @Test
  void figuresThatDifferFromRunToRunAreNotLocked() throws IOException {
    tare(UnsteadyTestCases.class, "tare.allowUnoptimized", "true").allSucceed();

    assertThat(lock(UnsteadyTestCases.class))
        .contains(
            "alternates(): allocated bytes, not locked: its calls differ\n",
            "fails(): retained size, not locked: a stack trace is as deep as the calls that lead to the test\n",
            "firstCall(): allocated bytes, not locked: a first call also loads classes, unless an earlier test has\n",
            "timed(): time per call, not locked: times depend on the machine\n",
            "traces(): retained Object[] objects, not locked: a stack trace is as deep as the calls that lead to the test\n");
    elements = 1000;

    tare(UnsteadyTestCases.class, "tare.allowUnoptimized", "true").allSucceed();
  }

  static class RelativeTestCases {

    void ten() {
      sink = new byte[10];
    }

    @Weighed
    @Test
    @MaxAllocatedBytes(baseline = "ten", plus = "1 KiB")
    void bytes() {
      ten();
      sink = new long[elements];
    }

    @Weighed
    @Test
    @MaxAllocations(baseline = "ten", plus = 100)
    void objects() {
      for (int i = 0; i < elements; i++) {
        ten();
      }
    }

    @Weighed
    @Test
    @MaxAllocatedBytes(baseline = "ten", maxRatio = 50)
    void ratio() {
      sink = new byte[elements * 10];
    }
  }

  @Test
  void differencesFromABaselineHaveWeightsAndRatiosHaveNone() throws IOException {
    jupiter(RelativeTestCases.class).allSucceed();

    assertThat(lock(RelativeTestCases.class))
        .contains(
            """
            bytes(): allocated bytes beyond ten() = 96 B
            objects(): allocated objects beyond ten() = 9
            ratio(): allocated bytes relative to ten(), not locked: only sizes and counts have weights

            3 weights
            """);
    elements = 20;
    ExecutedTests grown = jupiter(RelativeTestCases.class);
    assertThat(grown.succeeded()).containsExactly("ratio");
    assertThat(grown.failure("bytes")).hasMessageContaining(" 176 B exceed 96 B\n  limit ");
    assertThat(grown.failure("objects")).hasMessageContaining(" 19 exceed 9\n");
  }
}
