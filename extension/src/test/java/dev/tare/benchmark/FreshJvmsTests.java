package dev.tare.benchmark;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tare.Reasons;
import dev.tare.internal.fork.ForkedJvm.ForkFailedException;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Number of fresh JVMs, and what is merged from their measurements. */
class FreshJvmsTests {

  private static final Budget BUDGET = Budget.atMost(TimeFigures.TIME_PER_CALL, new Elapsed(100));

  private final Deque<Measurement> planned = new ArrayDeque<>();

  private static Missing missing() {
    return new Missing(TimeFigures.TIME_PER_CALL, "why", "what to do");
  }

  /**
   * Measures in JVMs that return the given measurements, one after the other; a further JVM fails.
   */
  private Measurement measured(int forks, Measurement... found) throws Exception {
    planned.addAll(List.of(found));
    return new FreshJvms(this::start, forks, List.of(BUDGET)).measure().get(0);
  }

  /** Starts a simulated JVM. */
  private List<Measurement> start() throws ForkFailedException {
    Measurement next = planned.poll();
    if (next == null) {
      throw new ForkFailedException("no more");
    }
    return List.of(next);
  }

  private static String reason(Measurement measurement) {
    return requireNonNull(((Observed) measurement).doubt());
  }

  private static String value(Measurement measurement) {
    return ((Observed) measurement).value().rounded();
  }

  @Test
  void requiredNumberOfJvmsMeasures() throws Exception {
    assertThat(value(measured(3, run(50), run(50), run(50), run(99)))).isEqualTo("50 ns");
    assertThat(planned).hasSize(1);
  }

  @Test
  void failureOfARequiredJvmFailsTheMeasurement() throws Exception {
    assertThatThrownBy(() -> measured(2, run(50)))
        .isInstanceOf(ForkFailedException.class)
        .hasMessage("no more");
    planned.clear();
    assertThat(measured(2, run(50), missing())).isEqualTo(missing());
  }

  @Test
  void figureWithoutAnUpperEndDoesNotPass() throws Exception {
    assertThat(reason(measured(2, run(45, 50, Long.MAX_VALUE), run(45, 50, Long.MAX_VALUE))))
        .isEqualTo(
            "what a fresh JVM could measure does not bound the time per call from above; allow more"
                + " with measurementTime, or let each call do more");
    assertThat(
            measured(
                2,
                run(270, 300, Long.MAX_VALUE),
                run(270, 300, Long.MAX_VALUE),
                run(270, 300, Long.MAX_VALUE)))
        .matches(Reasons::hasNoDoubt);
  }

  private static Observed run(double nanos, String... distortions) {
    Elapsed value = new Elapsed(nanos);
    return new Observed(
        TimeFigures.TIME_PER_CALL,
        value,
        value,
        value,
        new Sampling("trimmed mean", 32, 1000, value, value, null),
        List.of("CPU time"),
        Arrays.stream(distortions).map(Remark::of).toList(),
        null);
  }

  /** Returns a run with an interval. */
  private static Observed run(double lower, double nanos, double upper) {
    Elapsed value = new Elapsed(nanos);
    return new Observed(
        TimeFigures.TIME_PER_CALL,
        value,
        new Elapsed(lower),
        new Elapsed(upper),
        Sampling.single(value),
        List.of(),
        List.of(),
        null);
  }

  private static Observed merged(Measurement... runs) {
    return (Observed) FreshJvms.merged(List.of(runs));
  }

  private static Outcome outcome(String limit, double... nanos) {
    Measurement merged =
        FreshJvms.merged(Arrays.stream(nanos).<Measurement>mapToObj(one -> run(one)).toList());
    return Budget.atMost(TimeFigures.TIME_PER_CALL, Elapsed.parse(limit)).judge(merged).outcome();
  }

  @Test
  void mergedFigureIsTheGeometricMean() {
    Observed merged = (Observed) FreshJvms.merged(List.of(run(100), run(400)));

    assertThat(merged.value().exact()).isEqualTo("200 ns");
    assertThat(merged.sampling().readings()).isEqualTo(64);
    assertThat(merged.sampling().smallest()).isEqualTo(new Elapsed(100));
    assertThat(merged.sampling().largest()).isEqualTo(new Elapsed(400));
    assertThat(merged.counted()).contains("fresh JVMs: 100 ns, 400 ns", "CPU time");
  }

  @Test
  void moreJvmsNarrowTheInterval() {
    // each JVM has an error of 5 %: one JVM passes or fails 12 % from the limit, three do 7 % from
    // it
    assertThat(outcome("109 ns", 100)).isEqualTo(Outcome.WITHIN);
    assertThat(outcome("107 ns", 100)).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(outcome("107 ns", 100, 100, 100)).isEqualTo(Outcome.WITHIN);
    assertThat(outcome("92 ns", 100)).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(outcome("92 ns", 100, 100, 100)).isEqualTo(Outcome.EXCEEDED);
  }

  @Test
  void intervalByCompilationAloneIsNotWidened() {
    // 5 % by compilation, at the error probabilities of one of six checkpoints
    Observed narrow = merged(run(100), run(100), run(100));
    Observed usual = merged(run(86.5, 100, 112.6), run(86.5, 100, 112.6), run(86.5, 100, 112.6));

    assertThat(usual.lower().amount()).isCloseTo(narrow.lower().amount(), within(0.1));
    assertThat(usual.upper().amount()).isCloseTo(narrow.upper().amount(), within(0.1));
  }

  @Test
  void commonErrorsDoNotAverageOut() {
    // a reading of the clock is 40 of 60 ns, besides an error of 5 % in each of three JVMs
    Observed merged = merged(run(20, 60, 67), run(20, 60, 67), run(20, 60, 67));

    assertThat(merged.lower().amount()).isBetween(20.0, 22.0);
    assertThat(merged.upper().amount()).isBetween(62.5, 64.0);
  }

  @Test
  void scatteredReadingsWidenBothEnds() {
    Observed merged = merged(run(50, 100, 200));

    assertThat(merged.lower().amount()).isLessThan(52);
    assertThat(merged.upper().amount()).isGreaterThan(190);
  }

  @Test
  void oneJvmWithoutAnUpperEndLeavesTheMergeWithoutOne() {
    Observed merged = merged(run(87, 100, 113), run(87, 100, Long.MAX_VALUE), run(87, 100, 113));

    assertThat(merged.isAtLeast()).isTrue();
    assertThat(merged.lower().amount()).isGreaterThan(90);
  }

  @Test
  void starvationOfAFirstCallLowersItsLowerEnd() {
    Elapsed elapsed = Elapsed.parse("10 ms");
    Observed first =
        new Observed(
            TimeFigures.FIRST_CALL,
            elapsed,
            Elapsed.parse("9 ms"),
            elapsed,
            Sampling.single(elapsed),
            List.of(),
            List.of(),
            null);

    assertThat(merged(first, first, first).lower().amount()).isLessThan(9e6);
  }

  @Test
  void disagreeingJvmsAreInconclusive() {
    assertThat(outcome("110 ns", 80, 100, 160)).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void distortionOfSeveralJvmsIsListedOnce() {
    Observed merged = merged(run(100), collected(12.2, 3), collected(7.9, 1));

    assertThat(merged.distortions())
        .extracting(Remark::text)
        .containsExactly("garbage collection 12 % of the time (3 pauses)");
  }

  private static Observed collected(double percent, int pauses) {
    return run(100)
        .alsoDistorted(
            Remark.of(
                "garbage-collection",
                "garbage collection {percent:%.0f} % of the time ({pauses|pause|pauses})",
                percent,
                pauses));
  }

  @Test
  void oneJvmWithoutAFigureLeavesTheMergeWithoutOne() {
    Missing missing = new Missing(TimeFigures.TIME_PER_CALL, "why", "what to do");
    Measurement doubtful = TimeFigures.unknown(TimeFigures.TIME_PER_CALL, "why");

    assertThat(FreshJvms.merged(List.of(run(100), missing))).isEqualTo(missing);
    assertThat(FreshJvms.merged(List.of(run(100), doubtful))).isEqualTo(doubtful);
  }
}
