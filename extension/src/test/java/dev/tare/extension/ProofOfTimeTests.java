package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.testing.WeavesOrWalks;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Checks that promises of times fail when they are broken on purpose. */
@Isolated("times calls")
@WeavesOrWalks
class ProofOfTimeTests {

  @Test
  void promisesOfTimeCanFail() {
    ExecutedTests tests =
        ExecutedTests.tare(
            TimedTestCases.class,
            ConfigurationKey.PROVE.key(),
            "true",
            ConfigurationKey.ALLOW_UNOPTIMIZED.key(),
            "true",
            ConfigurationKey.WARMUP_TIME.key(),
            "200 ms",
            ConfigurationKey.MEASUREMENT_TIME.key(),
            "1 s");

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("time", "ratio", "growth");
  }

  /** Times that are within their limits. */
  static class TimedTestCases {

    private final List<Integer> numbers = List.of(3, 1, 2);

    @Benchmarked(max = "2 us")
    int time() {
      return numbers.hashCode();
    }

    @Benchmarked(baseline = "time", maxRatio = 3)
    int ratio() {
      return numbers.hashCode();
    }

    @Growth(
        atMost = GrowthOrder.LINEAR,
        of = Cost.TIME,
        sizes = {1000, 4000, 16_000})
    Object growth(int n) {
      int[] filled = new int[n];
      Arrays.fill(filled, n);
      return filled;
    }
  }
}
