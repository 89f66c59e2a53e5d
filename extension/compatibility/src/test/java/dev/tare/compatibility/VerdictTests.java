package dev.tare.compatibility;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.benchmark.Benchmarked;
import dev.tare.compatibility.Launched.End;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the same tests end alike on every JUnit, and that no JUnit finds them odd. */
class VerdictTests {

  private static final String OURS = "tare";
  private static final String JUPITER = "junit-jupiter";

  @Test
  void methodsThatReturnAreRunByTare() {
    ends(
        ReturningTestCases.class,
        tuple(OURS, "allocates", "SUCCESSFUL", ""),
        tuple(OURS, "allocatesTooMuch", "FAILED", "Allocated bytes of %s 1,016 B exceed 1,015 B"),
        tuple(OURS, "retains", "SUCCESSFUL", ""),
        tuple(OURS, "retainsTooMuch", "FAILED", "Retained size of %s 1,016 B exceeds 1,015 B"),
        tuple(OURS, "takes", "SUCCESSFUL", ""),
        tuple(
            OURS,
            "isMalformed",
            "FAILED",
            "@MaxAllocatedBytes(\"12 XB\") on %s: \"12 XB\": unknown unit 'XB'; use B, KB, MB, GB,"
                + " KiB, MiB or GiB, for example \"64 KiB\""));
  }

  @Test
  void testsOfJupiterAreBracketedWhereTheyStand() {
    ends(
        BracketedTestCases.class,
        tuple(JUPITER, "ordinary", "SUCCESSFUL", ""),
        tuple(JUPITER, "allocatesNothing", "SUCCESSFUL", ""),
        tuple(JUPITER, "handsOver", "SUCCESSFUL", ""),
        tuple(JUPITER, "handsOverTooMuch", "FAILED", "Retained size of %s 1,016 B exceeds 1,015 B"),
        tuple(JUPITER, "parameterized", "SUCCESSFUL", ""),
        tuple(JUPITER, "parameterized", "SUCCESSFUL", ""));
  }

  @Test
  void aClassMayHaveMeasuredMethodsOnly() {
    ends(
        OnlyMeasuredTestCases.class,
        tuple(OURS, "only", "SUCCESSFUL", ""),
        tuple(OURS, "parameterized", "SUCCESSFUL", ""),
        tuple(OURS, "parameterized", "SUCCESSFUL", ""));
  }

  @Test
  void measuredMethodsHaveTheWholeLifecycle() {
    ends(
        LifecycleTestCases.class,
        tuple(OURS, "seesWhatWasPrepared", "SUCCESSFUL", ""),
        tuple(OURS, "parameterized", "SUCCESSFUL", ""),
        tuple(OURS, "parameterized", "SUCCESSFUL", ""),
        tuple(OURS, "disabled", "SKIPPED", "for a reason"),
        tuple(OURS, "nested", "SUCCESSFUL", ""));
  }

  @Test
  void allEnginesPrintOneTable() {
    assertThat(tables(BothTestCases.class))
        .isEqualTo(
            hasRun() ? List.of("Tare: 3 within") : List.of("Tare: 1 within", "Tare: 1 within"));
  }

  @Test
  void assertionsAreInTheTable() {
    assertThat(tables(AssertingTestCases.class))
        .isEqualTo(hasRun() ? List.of("Tare: 0 within, 1 exceeded") : List.of());
  }

  @Test
  void assertionsFollowTheKeys() {
    Launched launched = Launched.of(AssertingTestCases.class, Map.of("tare.enabled", "false"));

    assertThat(launched.ends())
        .extracting(End::status)
        .containsExactly(hasRun() ? "SUCCESSFUL" : "FAILED");
  }

  @Test
  void factoriesThatJUnitRunsAreNotRefused() {
    assertThat(Launched.of(FactoryTestCases.class, Map.of()).ends())
        .extracting(End::engine)
        .isNotEmpty()
        .doesNotContain(OURS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "reports"})
  void failingTestHasItsReportAttached(String directory, @TempDir Path folder) throws IOException {
    Path attached = Files.createDirectory(folder.resolve("attached"));
    String reports = directory.equals("none") ? "none" : folder.resolve(directory).toString();
    Launched.of(
        ReturningTestCases.class,
        Map.of(
            "tare.report.directory",
            reports,
            "junit.platform.reporting.output.dir",
            attached.toString()));

    String junit = System.getProperty("junit.expected", "");
    boolean isAttached = !directory.equals("none") && !junit.matches("5\\.1[01]\\..*");
    try (Stream<Path> files = Files.walk(attached)) {
      assertThat(files.filter(file -> file.endsWith("tare.txt")))
          .hasSize(isAttached ? 2 : 0)
          .allSatisfy(file -> assertThat(file).content().contains(" 1,016 B exceed", " 1,015 B\n"));
    }
  }

  static class FactoryTestCases {

    @TestFactory
    @MaxAllocatedBytes("1 MiB")
    List<DynamicTest> exact() {
      return List.of(DynamicTest.dynamicTest("one", () -> {}));
    }

    @TestFactory
    @MaxAllocatedBytes("1 MiB")
    Stream<? extends DynamicTest> bounded() {
      return exact().stream();
    }

    @TestFactory
    @MaxAllocatedBytes("1 MiB")
    Iterable<?> unbounded() {
      return exact();
    }
  }

  /** Returns the last lines of the tables that a run of a class prints. */
  private static List<String> tables(Class<?> testClass) {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      Launched.of(testClass, Map.of("tare.print", "table"));
    } finally {
      System.setOut(console);
    }
    return printed.toString(UTF_8).lines().filter(line -> line.startsWith("Tare: ")).toList();
  }

  /** Returns whether Tare sees the run: a listener can be provided on the class path only. */
  private static boolean hasRun() {
    return !Boolean.getBoolean("modules.used");
  }

  @Test
  void mistypedKeyFails() {
    Map<String, String> mistyped = Map.of("tare.enabeld", "false");
    String refusal = "tare.enabeld = false: there is no such key; use one of ";

    if (Boolean.getBoolean("modules.used")) { // Tare sees the run when its engine discovers
      assertThatThrownBy(() -> Launched.of(BothTestCases.class, mistyped))
          .rootCause()
          .hasMessageStartingWith(refusal);
    } else {
      assertThat(Launched.of(BothTestCases.class, mistyped).ends())
          .filteredOn(end -> end.status().equals("FAILED"))
          .isNotEmpty()
          .extracting(End::line)
          .allMatch(message -> message.startsWith(refusal));
    }
  }

  static class BothTestCases {

    @MaxAllocatedBytes("1016 B")
    byte[] ofTare() {
      return new byte[1000];
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void ofJupiter() {}

    @Test
    void ofAssertj() {
      assertThatCalling(() -> 1).allocatesNothing();
    }
  }

  static class AssertingTestCases {

    @Test
    void allocatesTooMuch() {
      assertThatCalling(() -> new byte[1000]).allocatesAtMost("1 B");
    }
  }

  @Test
  void innerClassesOfOtherEnginesAreNotFoundOdd() {
    ends(GroupTestCases.Group.class);
  }

  static class GroupTestCases {

    /** A class as the groups of jqwik are, which is no test class of Jupiter. */
    class Group {

      @MaxAllocatedBytes("1016 B")
      byte[] property() {
        return new byte[1000];
      }
    }
  }

  @Test
  void whatJUnitFindsOddWouldBeSeen() {
    Map<String, String> odd = Map.of("junit.jupiter.testinstance.lifecycle.default", "odd");

    Launched launched = Launched.of(OnlyMeasuredTestCases.class, odd);

    // up to 5.x it is logged, from 6.0 on it fails the discovery
    assertThat(launched.logged().isEmpty() && launched.ends().get(0).status().equals("SUCCESSFUL"))
        .isFalse();
  }

  /** Holds the ends of the tests of a class, in any order, and that nothing was logged. */
  private static void ends(Class<?> testClass, Tuple... expected) {
    Launched launched = Launched.of(testClass, Map.of());

    assertThat(launched.ends())
        .extracting(End::engine, End::method, End::status, End::line)
        .containsExactlyInAnyOrderElementsOf(
            List.of(expected).stream().map(end -> named(testClass, end)).toList());
    assertThat(launched.logged()).isEmpty();
  }

  /** The end with the test's name in the place that its line leaves for it. */
  private static Tuple named(Class<?> testClass, Tuple end) {
    Object[] parts = end.toArray();
    String test = "VerdictTests." + testClass.getSimpleName() + "." + parts[1] + "()";
    parts[3] = parts[3].toString().replace("%s", test);
    return tuple(parts);
  }

  static class ReturningTestCases {

    @MaxAllocatedBytes("1016 B")
    byte[] allocates() {
      return new byte[1000];
    }

    @MaxAllocatedBytes("1015 B")
    byte[] allocatesTooMuch() {
      return new byte[1000];
    }

    @MaxRetainedSize("1032 B")
    Shelf retains() {
      return new Shelf(1000);
    }

    @MaxRetainedSize("1015 B")
    byte[] retainsTooMuch() {
      return new Shelf(1000).content();
    }

    @Benchmarked(max = "1 s", warmupTime = "100 ms", measurementTime = "100 ms")
    int takes() {
      return 1;
    }

    @MaxAllocatedBytes("12 XB")
    byte[] isMalformed() {
      return new byte[1000];
    }
  }

  static class BracketedTestCases {

    @Test
    void ordinary() {}

    @Test
    @MaxAllocatedBytes("0 B")
    void allocatesNothing() {}

    @Test
    void handsOver(@MaxRetainedSize("1016 B") Retained<byte[]> retained) {
      retained.hold(new byte[1000]);
    }

    @Test
    void handsOverTooMuch(@MaxRetainedSize("1015 B") Retained<byte[]> retained) {
      retained.hold(new byte[1000]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @MaxAllocatedBytes("0 B")
    void parameterized(int number) {
      assertPositive(number);
    }

    private static void assertPositive(int number) {
      if (number <= 0) {
        throw new AssertionError();
      }
    }
  }

  static class OnlyMeasuredTestCases {

    @MaxAllocatedBytes("1016 B")
    byte[] only() {
      return new byte[1000];
    }

    @MaxAllocatedBytes("1016 B")
    @ValueSource(ints = {999, 1000})
    byte[] parameterized(int length) {
      return new byte[length];
    }
  }

  static class LifecycleTestCases {

    private byte[] prepared = {};

    @BeforeEach
    void prepare() {
      prepared = new byte[8];
    }

    @AfterEach
    void cleanUp() {
      prepared = new byte[0];
    }

    @MaxRetainedSize("24 B")
    byte[] seesWhatWasPrepared() {
      if (prepared.length == 0) {
        throw new IllegalStateException("not prepared");
      }
      return prepared;
    }

    @MaxAllocatedBytes("32 B")
    @ValueSource(ints = {8, 16})
    byte[] parameterized(int length) {
      return new byte[length];
    }

    @Disabled("for a reason")
    @MaxAllocatedBytes("0 B")
    byte[] disabled() {
      return new byte[1];
    }

    @Nested
    class Inner {

      @MaxAllocatedBytes("0 B")
      byte[] nested() {
        return prepared;
      }
    }
  }
}
