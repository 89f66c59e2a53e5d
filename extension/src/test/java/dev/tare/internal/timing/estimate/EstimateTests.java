package dev.tare.internal.timing.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.internal.timing.stage.TotalCallTime;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Undisturbed value of a figure, and its agreement with all calls. */
class EstimateTests {

  private static final List<Integer> TEN = IntStream.range(0, 10).boxed().toList();

  /** Returns an estimate of 100 with the lower end 90, whose fastest warm-up turn took 1. */
  private static Estimate estimate(Figure figure, SampleSelection selection) {
    return estimate(figure, selection, null);
  }

  private static Estimate estimate(
      Figure figure, SampleSelection selection, TotalCallTime.@Nullable Mean meanOfAllCalls) {
    return estimate(figure, selection, meanOfAllCalls, List.of(100.0), new Interval(90, 100, 110));
  }

  private static Estimate estimate(
      Figure figure,
      SampleSelection selection,
      TotalCallTime.@Nullable Mean meanOfAllCalls,
      List<Double> readings,
      Interval interval) {
    return new Estimate(
        figure,
        SamplingPlan.STANDARD,
        TimeBasis.CPU,
        selection,
        readings,
        interval,
        0,
        TimeFigures.isRatio(figure) ? new Interval(20, 100, 500) : null,
        new GcCost(GcPauses.NONE, GcPauses.NONE, true),
        1,
        false,
        false,
        meanOfAllCalls);
  }

  private static SampleSelection of(int slowed, int inNewMemory, double bytes, double fastest) {
    return new SampleSelection(
        TEN, 10, 5, slowed, inNewMemory, inNewMemory, bytes, fastest, Double.NaN);
  }

  private static @Nullable Double undisturbedAmount(Figure figure, SampleSelection selection) {
    Quantity undisturbed = estimate(figure, selection).undisturbed();
    return undisturbed == null ? null : undisturbed.amount();
  }

  private static @Nullable Double undisturbedTime(SampleSelection selection) {
    return undisturbedAmount(TimeFigures.TIME_PER_CALL, selection);
  }

  @Test
  void distortionThatCannotExplainAFailureIsOnlyAPhrase() {
    assertThat(distortions(200)).containsExactly("compilation", "busy-machine", "reflective-mode");
    assertThat(distortions(60)).containsExactly("compilation", "busy-machine", "reflective-mode");
    assertThat(distortions(30)).containsExactly("busy-machine", "reflective-mode");
    assertThat(distortions(8)).containsExactly("reflective-mode");
    assertThat(measurement(30).counted()).containsExactly("real time", "it compiled");
  }

  private static List<String> distortions(double limit) {
    return measurement(limit).distortions().stream().map(Remark::id).toList();
  }

  private static Observed measurement(double limit) {
    SamplingDistortions found = new SamplingDistortions();
    found.add("compilation", "it compiled");
    found.add("busy-machine", "it was busy");
    found.add("reflective-mode", "reflection");
    return (Observed)
        estimate(TimeFigures.TIME_PER_CALL, of(0, 0, 0, Double.NaN))
            .measurement(
                Budget.atMost(TimeFigures.TIME_PER_CALL, new Elapsed(limit)),
                Sampling.single(new Elapsed(100)),
                List.of("real time"),
                found);
  }

  @Test
  void sharedCoreHalvesTheUndisturbedTime() {
    assertThat(undisturbedTime(of(8, 0, 0, Double.NaN))).isEqualTo(45);
  }

  @Test
  void fewSlowedDownSamplesLeaveNoUndisturbedTime() {
    assertThat(undisturbedTime(of(4, 0, 0, Double.NaN))).isNull();
    assertThat(undisturbedTime(SampleSelection.all(10, 5))).isNull();
  }

  @Test
  void newMemoryInFewSamplesDoesNotLowerTheUndisturbedTime() {
    assertThat(undisturbedTime(of(8, 2, 1e6, Double.NaN))).isEqualTo(45);
    assertThat(undisturbedTime(of(7, 3, 1e6, Double.NaN))).isEqualTo(Double.MIN_NORMAL);
  }

  @Test
  void undisturbedTimeIsPositive() {
    assertThat(undisturbedTime(of(0, 8, 1e6, Double.NaN))).isEqualTo(1);
    assertThat(undisturbedTime(of(4, 4, 1e6, Double.NaN))).isEqualTo(Double.MIN_NORMAL);
  }

  @Test
  void undisturbedTimeIsAtMostTheFigure() {
    assertThat(undisturbedTime(of(8, 0, 0, 120))).isEqualTo(100);
  }

  @Test
  void undisturbedRatioIsThatInUsedMemoryAndUnsetOnASharedCore() {
    assertThat(undisturbedAmount(TimeFigures.TIME_RATIO, of(0, 8, 10, Double.NaN))).isEqualTo(20);
    assertThat(undisturbedAmount(TimeFigures.TIME_RATIO, of(8, 0, 10, Double.NaN))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "19, EXCEEDED",
    "21, INCONCLUSIVE",
    "100, INCONCLUSIVE",
    "499, INCONCLUSIVE",
    "501, WITHIN"
  })
  void ratioInNewMemoryIsJudgedWhereNewMemoryCannotDecide(double limit, Outcome expected) {
    Budget budget = Budget.atMost(TimeFigures.TIME_RATIO, new Ratio(limit));

    assertThat(
            budget
                .judge(
                    estimate(TimeFigures.TIME_RATIO, of(0, 8, 10, Double.NaN))
                        .measurement(
                            budget,
                            Sampling.single(new Ratio(100)),
                            List.of(),
                            new SamplingDistortions()))
                .outcome())
        .isEqualTo(expected);
  }

  private static Outcome outcome(double nanosOfAllCalls, String limit) {
    TotalCallTime.Mean all = new TotalCallTime.Mean(nanosOfAllCalls, nanosOfAllCalls, 1_000);
    return estimate(TimeFigures.TIME_PER_CALL, SampleSelection.all(10, 5), all)
        .judge(Budget.atMost(TimeFigures.TIME_PER_CALL, Elapsed.parse(limit)))
        .outcome();
  }

  @Test
  void allCallsMayDifferFromSamplesByTheTolerance() {
    assertThat(outcome(120, "112 ns")).isEqualTo(Outcome.WITHIN);
    assertThat(outcome(150, "125 ns")).isEqualTo(Outcome.WITHIN);
    assertThat(outcome(150, "115 ns")).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void limitBelowTheMeanOfAllCallsIsNotKeptIfSamplesMissMostOfTheirTime() {
    assertThat(outcome(210, "180 ns")).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(outcome(210, "215 ns")).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void timeMayBeTooFastOnlyIfItsIntervalAndAReadingAreNearTheFloor() {
    assertThat(mayBeTooFast(0.9, 1.1, 1.3)).isTrue();
    assertThat(mayBeTooFast(0.9, 1.9, 4)).isTrue();
    assertThat(mayBeTooFast(1.01, 1.1, 1.3)).isFalse();
    // as of two blocks before and after the JIT has optimized the method
    assertThat(mayBeTooFast(0.1, 58, 590)).isFalse();
  }

  private static boolean mayBeTooFast(double lower, double smaller, double larger) {
    double middle = Math.sqrt(smaller * larger);
    return estimate(
            TimeFigures.TIME_PER_CALL,
            SampleSelection.all(10, 5),
            null,
            List.of(larger, smaller),
            new Interval(lower, middle, 1_000))
        .mayBeTooFast();
  }
}
