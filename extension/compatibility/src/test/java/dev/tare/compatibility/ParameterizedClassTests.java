package dev.tare.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.Weighed;
import dev.tare.allocation.MaxAllocatedBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Invocations of a class have weights and verdicts of their own. JUnit has them from 5.13. */
class ParameterizedClassTests {

  private static final Pattern TEST =
      Pattern.compile("\"class\":\"[^\"]*\",\"method\":\"[^\"]*\",\"invocation\":\"[^\"]*\"");

  private static int small;
  static Object sink;

  @TempDir private Path folder;

  @BeforeEach
  void reset() {
    small = 10;
  }

  @Weighed
  @ParameterizedClass(name = "fills")
  @ValueSource(ints = {1, 2, 3})
  static class SizedTestCases {

    @Parameter int number;

    @Test
    void test() {
      sink = new byte[number == 1 ? small : 100 * number];
    }

    @RepeatedTest(2)
    void repeated() {
      sink = new byte[number == 1 ? small : 100 * number];
    }

    @Nested
    @ParameterizedClass
    @ValueSource(strings = {"a", "b"})
    class InnerTestCases {

      @Parameter String inner;

      @Test
      void test() {
        sink = new byte[number == 1 && inner.equals("a") ? small : 100 * number];
      }
    }
  }

  private List<String> run() {
    return Launched.of(
            SizedTestCases.class,
            Map.of(
                "tare.lockDirectory",
                folder.resolve("locks").toString(),
                "tare.missingWeight",
                "write",
                "tare.report.directory",
                folder.resolve("report").toString()))
        .ends()
        .stream()
        .map(Launched.End::status)
        .toList();
  }

  private List<String> lines(String in, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(in))) {
      Path file =
          files.filter(found -> found.toString().endsWith(ending)).findFirst().orElseThrow();
      return Files.readAllLines(file);
    }
  }

  @Test
  void smallestInvocationDoesNotGrowToTheLargest() throws IOException {
    assertThat(run()).hasSize(15).containsOnly("SUCCESSFUL");
    assertThat(
            TEST.matcher(String.join("\n", lines("report", ".json")))
                .results()
                .map(MatchResult::group))
        .hasSize(15)
        .doesNotHaveDuplicates();
    assertThat(lines("locks", ".SizedTestCases.tare"))
        .contains(
            "test() [1] fills: allocated bytes = 32 B",
            "test() [3] fills: allocated bytes = 320 B",
            "repeated() [2] fills > [1] repetition 1 of 2: allocated bytes = 216 B",
            "9 weights");
    assertThat(lines("locks", ".InnerTestCases.tare")).contains("6 weights");
    assertThat(run()).containsOnly("SUCCESSFUL");
    small = 100;
    assertThat(run().stream().filter("FAILED"::equals)).hasSize(4);
  }

  @ParameterizedClass
  @ValueSource(ints = {1, 2})
  static class MeasuredTestCases {

    @Parameter int number;

    @MaxAllocatedBytes("1 KiB")
    byte[] alone() {
      return new byte[number];
    }
  }

  @Test
  void methodsThatTareRunsHaveTheInvocationsOfTheirClass() {
    assertThat(Launched.of(MeasuredTestCases.class, Map.of()).ends())
        .extracting(Launched.End::engine, Launched.End::method, Launched.End::status)
        .containsExactly(
            tuple("tare", "alone", "SUCCESSFUL"), tuple("tare", "alone", "SUCCESSFUL"));
  }

  @Test
  void classWithTestsOfJupiterOnlyIsNotDiscoveredByTare() {
    TestPlan plan =
        LauncherFactory.create()
            .discover(
                LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(MeasuredTestCases.class))
                    .selectors(selectClass(SizedTestCases.class))
                    .build());

    assertThat(plan.getRoots())
        .filteredOn(root -> root.getDisplayName().equals("Tare"))
        .flatExtracting(plan::getChildren)
        .extracting(TestIdentifier::getDisplayName)
        .containsExactly("ParameterizedClassTests$MeasuredTestCases");
  }
}
