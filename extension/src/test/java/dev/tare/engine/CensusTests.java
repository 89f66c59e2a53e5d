package dev.tare.engine;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.heap.ObjectGraph;
import dev.tare.testing.WeavesOrWalks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.opentest4j.TestAbortedException;

@Isolated("sets JUnit's system properties, and the standard output")
@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
@WeavesOrWalks
class CensusTests {

  /**
   * What JUnit and reflection allocate between the census and the body, at most: 64 B on 17, 1.1 KB
   * on 25.
   */
  private static final long CALL_BYTES = 2_000;

  /** The same for the first methods with parameters, for which 25 links method handles. */
  private static final long FIRST_CALL_BYTES = 500_000;

  private static final String AUTODETECTION = "junit.jupiter.extensions.autodetection.enabled";

  /** A row of the table: the method, the invocation and the bytes. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\S*\\.(\\w+)\\(\\)((?: \\[.*?)?) {2,}([0-9,]+) B ");

  private Path folder = Path.of("");
  private Map<String, Long> census = Map.of();
  private String printed = "";
  private int calls;

  @BeforeAll
  void runTestCases(@TempDir Path temporary) throws IOException {
    folder = temporary;
    printed = run(Map.of("tare.census", "true"), OrdinaryTestCases.class, PromisingTestCases.class);
    census = census();
    calls = OrdinaryTestCases.CALLS.get();
  }

  /** Runs the classes and returns what is printed. */
  private String run(Map<String, String> keys, Class<?>... testClasses) {
    LauncherDiscoveryRequestBuilder request =
        request()
            .selectors(Stream.of(testClasses).map(type -> selectClass(type)).toList())
            .configurationParameter("tare.report.directory", folder.toString())
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false");
    keys.forEach(request::configurationParameter);
    PrintStream console = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      LauncherFactory.create().execute(request.build(), new SummaryGeneratingListener());
    } finally {
      System.setOut(console);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Reads the bytes of all tests in the only census, and deletes it. */
  private Map<String, Long> census() throws IOException {
    Map<String, Long> bytes = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      Path file =
          files
              .filter(path -> path.getFileName().toString().startsWith("census-"))
              .findFirst()
              .orElseThrow();
      ROW.matcher(Files.readString(file))
          .results()
          .forEach(
              row ->
                  bytes.put(
                      // some versions of JUnit name the parameter: [1] length=1000
                      row.group(1) + row.group(2).replaceAll("length ?= ?", ""),
                      Long.valueOf(row.group(3).replace(",", ""))));
      Files.delete(file);
    }
    return bytes;
  }

  private long bytes(String test) {
    return requireNonNull(census.get(test), test);
  }

  @Test
  void bodiesHaveTheirBytes() {
    assertThat(bytes("keepsNothing")).isLessThan(CALL_BYTES);
    assertThat(bytes("allocates"))
        .isCloseTo(ObjectGraph.open().sizeOf(new byte[10_000]), within(CALL_BYTES));
    assertThat(bytes("isNested"))
        .isCloseTo(ObjectGraph.open().sizeOf(new byte[20_000]), within(CALL_BYTES));
    assertThat(bytes("fails")).isGreaterThan(30_000);
  }

  @Test
  void eachInvocationHasItsBytes() {
    assertThat(census)
        .containsKeys("repeats [1] repetition 1 of 2", "repeats [2] repetition 2 of 2")
        .hasEntrySatisfying(
            "takes [1] 1000000",
            bytes -> assertThat(bytes).isBetween(1_000_000L, 1_000_000 + FIRST_CALL_BYTES))
        .hasEntrySatisfying(
            "takes [2] 5000000",
            bytes -> assertThat(bytes).isBetween(5_000_000L, 5_000_000 + CALL_BYTES))
        .hasEntrySatisfying(
            "makes [1] dynamic",
            bytes -> assertThat(bytes).isBetween(70_000L, 70_000 + CALL_BYTES));
  }

  @Test
  void threadsThatABodyStartsAreNotCounted() {
    assertThat(bytes("startsThread")).isLessThan(50_000);
  }

  @Test
  void fixturesAreNotCounted() {
    assertThat(census.values()).allMatch(bytes -> bytes < 6_000_000);
    assertThat(bytes("keepsNothing")).isLessThan(CALL_BYTES);
    assertThat(bytes("repeats [1] repetition 1 of 2")).isLessThan(CALL_BYTES);
    assertThat(bytes("isAborted")).isLessThan(100_000);
  }

  @Test
  void outcomesAndCallsAreThoseOfTheSuite() {
    assertThat(calls).isEqualTo(10);
    assertThat(census).containsKeys("fails", "isAborted");
  }

  @Test
  void testsWithAPromiseAreLeftOut() {
    assertThat(census).doesNotContainKeys("promises", "isMeasured", "asserts");
    assertThat(printed).contains("3 within");
  }

  @Test
  void tableEndsWithTheTotals() {
    assertThat(printed)
        .containsPattern("Tare census: [\\d.]+ MiB in the bodies of 11 tests; [\\d.]+ [um]s")
        .contains("Tare census: all tests: " + folder);
  }

  @Test
  void nothingRemainsSwitchedOn() {
    assertThat(System.getProperty(AUTODETECTION)).isNull();
  }

  @Test
  void nothingIsCountedByDefault() throws IOException {
    assertThat(run(Map.of(), CountedTestCases.class)).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.contains("census-"));
    }
  }

  @Test
  void parallelTestsAreCountedByThread() throws IOException {
    run(
        Map.of(
            "tare.census", "true",
            "junit.jupiter.execution.parallel.enabled", "true",
            "junit.jupiter.execution.parallel.mode.default", "concurrent"),
        CountedTestCases.class);

    assertThat(census())
        .hasEntrySatisfying(
            "allocates", bytes -> assertThat(bytes).isBetween(10_000L, 10_000 + CALL_BYTES));
  }

  @Test
  void laterRunOfTheSameJvmIsAppended() throws IOException {
    run(Map.of("tare.census", "true"), CountedTestCases.class);
    run(Map.of("tare.census", "true"), OrdinaryTestCases.NestedTestCases.class);

    assertThat(census()).containsOnlyKeys("allocates", "isNested");
  }

  @Test
  void fileThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    String table =
        run(
            Map.of("tare.census", "true", "tare.report.directory", file.resolve("in").toString()),
            CountedTestCases.class);

    assertThat(table)
        .contains("CountedTestCases.allocates()")
        .contains("cannot write " + file.resolve("in"))
        .contains("tare.report.directory names another folder, or none for no file");
  }

  @Test
  void wrongValueIsReportedAndFailsNothing() {
    assertThat(run(Map.of("tare.census", "yes"), CountedTestCases.class).strip())
        .isEqualTo("Tare: tare.census = yes: use true or false, for example tare.census = false");
  }

  @Test
  void bodiesThatJUnitDoesNotShowAreNamed() {
    assertThat(
            run(
                Map.of(
                    "tare.census",
                    "true",
                    AUTODETECTION,
                    "true",
                    "junit.jupiter.extensions.autodetection.exclude",
                    "dev.tare.*",
                    "tare.report.directory",
                    "none"),
                CountedTestCases.class))
        .satisfiesAnyOf(
            text -> assertThat(text).contains("1 of the tests have no figure"),
            // JUnit before 5.12 excludes nothing
            text -> assertThat(text).contains("in the bodies of 1 test;"));
  }

  static class CountedTestCases {

    static byte[] kept = {};

    @Test
    void allocates() {
      kept = new byte[10_000];
    }
  }

  static class OrdinaryTestCases {

    static final AtomicInteger CALLS = new AtomicInteger();

    static byte[] kept = {};

    @BeforeAll
    static void prepare() {
      kept = new byte[20_000_000];
    }

    @BeforeEach
    void prepareEach() {
      kept = new byte[2_000_000];
    }

    @AfterEach
    void clean() {
      kept = new byte[1_000_000];
    }

    @Test
    void keepsNothing() {
      CALLS.incrementAndGet();
    }

    @Test
    void allocates() {
      CALLS.incrementAndGet();
      kept = new byte[10_000];
    }

    @Test
    void fails() {
      CALLS.incrementAndGet();
      kept = new byte[30_000];
      throw new IllegalStateException("as expected");
    }

    @Test
    void isAborted() {
      CALLS.incrementAndGet();
      throw new TestAbortedException("as expected");
    }

    @Test
    void startsThread() throws InterruptedException {
      CALLS.incrementAndGet();
      Thread thread = new Thread(() -> kept = new byte[50_000]);
      thread.start();
      thread.join();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000_000, 5_000_000})
    void takes(int length) {
      CALLS.incrementAndGet();
      kept = new byte[length];
    }

    @RepeatedTest(2)
    void repeats() {
      CALLS.incrementAndGet();
    }

    @TestFactory
    List<DynamicTest> makes() {
      return List.of(DynamicTest.dynamicTest("dynamic", () -> kept = new byte[70_000]));
    }

    @Nested
    class NestedTestCases {

      @Test
      void isNested() {
        CALLS.incrementAndGet();
        kept = new byte[20_000];
      }
    }
  }

  static class PromisingTestCases {

    static byte[] kept = {};

    @Test
    @MaxAllocatedBytes("2 KiB")
    void promises() {
      kept = new byte[1_000];
    }

    @MaxAllocatedBytes("2 KiB")
    void isMeasured() {
      kept = new byte[1_000];
    }

    @Test
    void asserts() {
      assertThatCalling(() -> kept = new byte[1_000]).allocatesAtMost("2 KiB");
    }
  }
}
