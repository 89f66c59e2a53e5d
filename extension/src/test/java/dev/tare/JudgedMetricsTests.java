package dev.tare;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.allocation.AllocationMetrics;
import dev.tare.benchmark.Benchmarked;
import dev.tare.benchmark.TimeMetrics;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code judge} of the plain API. */
@Isolated("measures times")
@NeedsC2
@SameOnEveryJdk
class JudgedMetricsTests {

  @Test
  void allLimitsAreJudged() {
    Report report =
        Judged.by(
                Growth.class,
                Map.of(
                    "sizes", new int[] {10, 100, 1_000},
                    "atMost", GrowthOrder.CONSTANT,
                    "of", new Cost[] {Cost.ALLOCATED, Cost.RETAINED}),
                Tare.calling(n -> new int[n]))
            .report();

    assertThat(report.verdicts())
        .extracting(Verdict::outcome)
        .containsExactly(Outcome.EXCEEDED, Outcome.EXCEEDED);
  }

  @Test
  void limitOfTheFirstCallIsJudgedBesideTheTime() {
    // a call whose processor time alone exceeds the limit, however busy the machine is
    Report report =
        Judged.by(
                Benchmarked.class,
                Map.of("max", "1 s", "maxFirst", "1 ns", "forks", 0),
                Tare.calling(() -> work(100_000))
                    .withWarmupTime("10 ms")
                    .withMeasurementTime("20 ms"))
            .report();

    assertThat(report.verdicts()).hasSize(2);
    assertThat(report.outcome()).isEqualTo(Outcome.EXCEEDED);
  }

  @Test
  void metricWithoutALimitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Tare.calling(() -> "").judge("op()", options -> TimeMetrics.atMost("", options)))
        .withMessage("op(): nothing would be judged, since the metric has no limit");
  }

  @Test
  void metricOfCallsIsRefusedOnAValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Tare.graphOf("")
                    .judge("op()", options -> AllocationMetrics.bytesAtMost("0 B", options)))
        .withMessage("op(): it limits calls, and this is a value; use Tare.calling(…)");
  }

  @Test
  void optionThatTheMetricDoesNotReadIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Tare.calling(() -> "")
                    .withOperations(2)
                    .judge("op()", options -> AllocationMetrics.bytesAtMost("0 B", options)))
        .withMessage("op(): withOperations does not apply to it; leave it out");
  }
}
