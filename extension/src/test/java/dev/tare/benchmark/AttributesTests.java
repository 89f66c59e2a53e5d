package dev.tare.benchmark;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.ExecutedTests;
import dev.tare.Judged;
import dev.tare.MeasuredBody;
import dev.tare.Tare;
import dev.tare.extension.UnmeasuredException;
import dev.tare.testing.NeedsC2;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are real, so every limit is missed or kept by a factor of ten or more. */
@Isolated
@NeedsC2
class AttributesTests {

  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  class AreAllKept {

    private final ExecutedTests tests =
        ExecutedTests.tare(KeptTestCases.class, BenchmarkedTests.QUICKLY);

    @Test
    void limitsFarAbovePass() {
      assertThat(tests.failed())
          .containsExactlyInAnyOrder("slowFirst", "differs", "nothingBelowItsBound");
      assertThat(tests.succeeded())
          .containsExactlyInAnyOrder(
              "first",
              "mean",
              "percentile",
              "hundred",
              "nothing",
              "empty",
              "constant",
              "emptyBesideABaseline");
    }

    @Test
    void theFirstCallFails() {
      assertThat(tests.failure("slowFirst"))
          .hasMessageStartingWith("Time of the first call of AttributesTests.KeptTestCases.slow")
          .hasMessageContaining("exceeds 1 us")
          .hasMessageContaining("class loading and interpretation included");
      assertThat(KeptTestCases.firstCalls).isEqualTo(1);
    }

    @Test
    void resultsThatDifferFromTheBaselineAreUnmeasured() {
      assertThat(tests.failure("differs"))
          .isExactlyInstanceOf(UnmeasuredException.class)
          .message()
          .startsWith("unmeasured: time relative to mean() of AttributesTests.")
          .containsIgnoringWhitespaces("this test returned Long 0, mean() returned Long ")
          .containsIgnoringWhitespaces("equalResults = false");
    }

    @Test
    void boundOfRemovedWorkIsItsFigure() {
      assertThat(tests.entries("empty").get("tare.time-per-call.value")).isNotEqualTo("1 ns");
      assertThat(tests.entries("emptyBesideABaseline"))
          .containsEntry("tare.time-ratio.outcome", "within");
    }

    @Test
    void removedWorkIsUnmeasuredIfItsBoundIsAboveTheLimit() {
      assertThat(tests.failure("nothingBelowItsBound"))
          .isExactlyInstanceOf(UnmeasuredException.class)
          .message()
          .containsIgnoringWhitespaces(
              "this test takes less than 1 ns in a loop and returns nothing");
    }
  }

  @Benchmarked(max = "1 s")
  static class KeptTestCases {
    static int firstCalls;

    @Benchmarked(maxFirst = "10 s")
    long first() {
      return work(100);
    }

    @Benchmarked(maxFirst = "1 us")
    long slowFirst() {
      firstCalls++;
      return work(20_000_000); // so long that a wait for a processor cannot explain it
    }

    @Benchmarked(max = "1 s", statistic = "mean")
    long mean() {
      return work(1_000);
    }

    @Benchmarked(max = "1 s", statistic = "p90")
    long percentile() {
      return work(1_000);
    }

    @Benchmarked(max = "1 s", statistic = "p90")
    void nothing() {}

    @Benchmarked(max = "1 ns", statistic = "p90")
    void nothingBelowItsBound() {}

    @Benchmarked(max = "2 s")
    void empty() {}

    @Benchmarked(max = "2 s")
    int constant() {
      return 7;
    }

    @Benchmarked(baseline = "mean", maxRatio = 1_000, equalResults = false)
    void emptyBesideABaseline() {}

    @Benchmarked(max = "1 ms", operations = 100)
    long hundred() {
      return work(1_000);
    }

    @Benchmarked(baseline = "mean")
    long differs() {
      return 0L;
    }
  }

  @Test
  void argumentsGiveOneVerdictEach() {
    ArgumentsTestCases.setUps = 0;
    ExecutedTests tests = ExecutedTests.tare(ArgumentsTestCases.class, BenchmarkedTests.QUICKLY);

    assertThat(tests.succeeded()).containsExactly("[1] rounds=10", "[2] rounds=20");
    assertThat(tests.failed()).containsExactly("[3] rounds=200000");
    // each of the three benchmarks is set up once, however often its body is called
    assertThat(ArgumentsTestCases.setUps).isEqualTo(3);
  }

  static class ArgumentsTestCases {
    static int setUps;

    @BeforeEach
    void setUp() {
      setUps++;
    }

    // ten times the limit however fast the processor, a tenth of it even in the interpreter
    @ValueSource(ints = {10, 20, 200_000})
    @Benchmarked(max = "10 us")
    long rounds(int rounds) {
      return work(rounds);
    }
  }

  @ParameterizedTest
  @MethodSource
  void contradictoryAttributesAreRefused(Map<String, Object> attributes, String message) {
    assertThat(refusal(attributes, Tare.calling(() -> 1)))
        .contains(message)
        .contains("for example");
  }

  static Stream<Arguments> contradictoryAttributesAreRefused() {
    return Stream.of(
        arguments(Map.of("warmupTime", "3"), "warmupTime = \"3\": "),
        arguments(Map.of("measurementTime", "-1 s"), "measurementTime = \"-1 s\": "),
        arguments(
            Map.of("max", "0 ns"),
            "max = \"0 ns\": less than 1 ns cannot be distinguished from an empty body"),
        arguments(Map.of("max", "0.9 ns"), "max = \"0.9 ns\": less than 1 ns"),
        arguments(Map.of("max", "0.9 ns"), "for example max = \"1 ns\""),
        arguments(
            Map.of("max", "0.009 ns", "operations", 100), "max = \"0.009 ns\": less than 0.01 ns"),
        arguments(
            Map.of("measurementTime", "0 s"),
            "measurementTime = \"0 s\": nothing can be measured in less than 1 ms"),
        arguments(
            Map.of("warmupTime", "999 us"), "warmupTime = \"999 us\": nothing can be measured"),
        arguments(Map.of("max", "1 s", "maxRatio", 1.2), "there is no baseline"),
        arguments(
            Map.of("max", "1 s", "maxRatio", 1.2),
            "for example baseline = \"lookup\", maxRatio = 1.2"),
        arguments(
            Map.of("max", "1 s", "statistic", "p100"),
            "statistic = \"p100\": unknown statistic; use \"robust\", \"mean\""),
        arguments(
            Map.of("max", "1 s", "operations", 0),
            "operations = 0: a call does at least one thing, for example operations = 100"),
        arguments(
            Map.of("maxFirst", "0 ms"),
            "maxFirst = \"0 ms\": less than 1 ns cannot be distinguished from an empty body"),
        arguments(Map.of("maxFirst", "5"), "maxFirst = \"5\": "),
        arguments(
            Map.of("maxFirst", "5 ms", "statistic", "mean"),
            "maxFirst = \"5 ms\": alone it calls the body once, and the other"),
        arguments(
            Map.of("maxFirst", "5 ms", "warmupTime", "1 s"),
            "maxFirst = \"5 ms\": alone it calls the body once, and the other"),
        arguments(
            Map.of("max", "1 s", "equalResults", false),
            "equalResults = false: there is no baseline whose results could differ"),
        arguments(
            Map.of("maxFirst", "5 ms", "profile", ProfileKind.CALLS),
            "profile = CALLS: a first call cannot be repeated"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|maxRatio = 0.0: a ratio must be finite and more than 0",
        "-1|maxRatio = -1.0: ",
        "NaN|maxRatio = NaN: ",
        "Infinity|maxRatio = Infinity: ",
        "1000000.1|maxRatio = 1000000.1: a ratio of more than 1,000,000 limits nothing"
      })
  void ratiosOutOfRangeAreRefused(double maxRatio, String message) {
    MeasuredBody compared = Tare.calling(() -> 1).withBaseline(Tare.calling(() -> 1));

    assertThat(refusal(Map.of("maxRatio", maxRatio), compared))
        .contains(message)
        .contains("for example maxRatio = 1.10");
  }

  private static String refusal(Map<String, Object> attributes, MeasuredBody body) {
    return Judged.refusal(() -> Judged.by(Benchmarked.class, attributes, body));
  }
}
