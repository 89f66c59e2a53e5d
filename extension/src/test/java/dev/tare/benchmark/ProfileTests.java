package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Samples real work, of which one method does nearly all. */
@Isolated
class ProfileTests {

  private final ExecutedTests tests = ExecutedTests.tare(ProfiledTestCases.class);

  @Test
  void showsWhereTheTimeGoesWhenALimitIsExceeded() {
    assertThat(tests.failure("exceeded"))
        .hasMessageContaining("exceeds 1 ns")
        .hasMessageContaining("share")
        .hasMessageContaining("in dev.tare.benchmark.BenchmarkedTests.work()")
        .hasMessageContaining("BenchmarkedTests.work():")
        .hasMessageContaining("the count is of samples")
        .hasMessageContaining("a call allocates 1,016 B");
  }

  @Test
  void sharesOutTheRatioToo() {
    assertThat(tests.failure("slower"))
        .hasMessageStartingWith("Time relative to quick()")
        .hasMessageContaining("in dev.tare.benchmark.BenchmarkedTests.work()");
  }

  @Test
  void doesNotWhereNobodyAsked() {
    assertThat(tests.failure("unasked").getMessage())
        .doesNotContain("share")
        .doesNotContain("work()");
  }

  @Test
  void doesNotWhenTheLimitIsKept() {
    assertThat(tests.succeeded()).containsExactly("within");
  }

  @Benchmarked(maxWarmup = "200 ms", maxTime = "1 s")
  static class ProfiledTestCases {
    static Object sink = "";

    long quick() {
      return BenchmarkedTests.work(100);
    }

    @Benchmarked(max = "1 ns", maxWarmup = "200 ms", maxTime = "1 s")
    long exceeded() {
      sink = new byte[1000];
      return BenchmarkedTests.work(100_000);
    }

    @Benchmarked(
        baseline = "quick",
        equalResults = false,
        maxRatio = 2,
        maxWarmup = "200 ms",
        maxTime = "1 s")
    long slower() {
      return BenchmarkedTests.work(100_000);
    }

    @Benchmarked(
        max = "1 ns",
        breakdown = dev.tare.extension.Configuration.Breakdown.NEVER,
        maxWarmup = "200 ms",
        maxTime = "1 s")
    long unasked() {
      return BenchmarkedTests.work(100_000);
    }

    @Benchmarked(max = "1 s", maxWarmup = "200 ms", maxTime = "1 s")
    long within() {
      return BenchmarkedTests.work(100_000);
    }
  }
}
