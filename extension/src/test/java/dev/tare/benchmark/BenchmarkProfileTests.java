package dev.tare.benchmark;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.testing.NeedsC2;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Profiles of real work, of which one method does nearly all. {@code TimeProfileTests} uses
 * simulated profiles.
 */
@Isolated
@TestInstance(Lifecycle.PER_CLASS)
@NeedsC2
class BenchmarkProfileTests {

  /**
   * Name of the working method, or of the one into which the JIT inlined it; not all collectors
   * report inlined frames.
   */
  private static final Pattern BODY =
      Pattern.compile(
          " in dev\\.tare\\.(CpuWo|benchma)\\S+\\(\\) +(CpuWork\\.work|"
              + "BenchmarkProfileTests\\.ProfiledTestCases\\.\\w+)\\(\\):\\d+");

  /** The head of the table of a profile. */
  private static final Pattern SHARES = Pattern.compile("(?m)^ +share ");

  /** Outcomes of the flight recorder while other programs use the processors. */
  private static final Pattern FOUND_TOO_LITTLE =
      Pattern.compile(
          "no profile: too few samples, the thread was found in Java code only \\d+ times?");

  private final ExecutedTests tests = ExecutedTests.tare(ProfiledTestCases.class);

  @Test
  void exceededLimitShowsAProfile() {
    assertThat(tests.failure("exceeded"))
        .hasMessageContaining("exceeds 1 ns")
        .message()
        .satisfiesAnyOf(
            message ->
                assertThat(message)
                    .containsPattern(SHARES)
                    .containsPattern(BODY)
                    .contains("the count is of samples")
                    .contains("a call allocates 1,016 B"),
            message -> assertThat(message).containsPattern(FOUND_TOO_LITTLE));
  }

  @Test
  void keptLimitShowsNoProfile() {
    assertThat(tests.succeeded()).containsExactly("within");
  }

  @Benchmarked(warmupTime = "50 ms", measurementTime = BenchmarkedTests.TIME)
  static class ProfiledTestCases {
    static Object sink = "";

    @Benchmarked(max = "1 ns", warmupTime = "50 ms", measurementTime = BenchmarkedTests.TIME)
    long exceeded() {
      sink = new byte[1000];
      return work(100_000);
    }

    @Benchmarked(max = "1 s", warmupTime = "50 ms", measurementTime = BenchmarkedTests.TIME)
    long within() {
      return work(100_000);
    }
  }
}
