package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.fork.ForkFailedException;
import dev.tare.internal.fork.ForkPhase;
import dev.tare.internal.fork.ForkedRun;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Number of fresh JVMs, and verdicts on limits that they exceed. */
class FreshJvmsTests {

  private static final Budget BUDGET = Budget.atMost(TimeFigures.TIME_PER_CALL, new Elapsed(100));

  private final Deque<Measurement> planned = new ArrayDeque<>();
  private final List<String> phases = new ArrayList<>();
  private final List<String> reports = new ArrayList<>();
  private ForkPhase forkPhase = ForkPhase.STARTING;
  private long nanos;

  private static Observed time(double nanos) {
    Elapsed value = new Elapsed(nanos);
    return Observed.exact(TimeFigures.TIME_PER_CALL, value, Sampling.single(value), List.of());
  }

  private static Observed slow(double nanos) {
    return time(nanos).slowedDown(new Elapsed(nanos / 2));
  }

  private static Observed ratio(double amount) {
    Ratio value = new Ratio(amount);
    return Observed.exact(TimeFigures.TIME_RATIO, value, Sampling.single(value), List.of());
  }

  private static Missing missing() {
    return new Missing(TimeFigures.TIME_PER_CALL, "why", "what to do");
  }

  /**
   * Measures in JVMs that return the given measurements, one after the other; a further JVM fails.
   */
  private Measurement measured(int forks, Measurement... found) throws Exception {
    planned.addAll(List.of(found));
    return new FreshJvms(this::start, forks, List.of(BUDGET))
        .measure(new FreshProgress(new RecordingProgress(), () -> nanos, 5e9))
        .get(0);
  }

  /** Records the reported progress. */
  private final class RecordingProgress implements BenchmarkProgress {

    @Override
    public void report(String phase, long samples, double nanosPerCall, double leftNanos) {
      report(phase, samples, nanosPerCall, "at most", leftNanos);
    }

    @Override
    public void reportExtrapolated(
        String phase, long samples, double nanosPerCall, double leftNanos) {
      report(phase, samples, nanosPerCall, "about", leftNanos);
    }

    private void report(
        String phase, long samples, double nanosPerCall, String bound, double leftNanos) {
      phases.add(phase);
      reports.add(
          String.format(
              Locale.ROOT,
              "%s, %s samples, %.0f ns, %s %.1f s",
              phase,
              samples,
              nanosPerCall,
              bound,
              leftNanos / 1e9));
    }
  }

  /** Starts a simulated JVM that takes two seconds and reports its phase after one. */
  private ForkedRun start(Consumer<ForkPhase> waiting) throws ForkFailedException {
    nanos += 1_000_000_000;
    waiting.accept(forkPhase);
    nanos += 1_000_000_000;
    Measurement next = planned.poll();
    if (next == null) {
      throw new ForkFailedException("no more");
    }
    return new ForkedRun(List.of(next), 550);
  }

  private static String reason(Measurement measurement) {
    return ((Doubtful) measurement).reason();
  }

  private static String value(Measurement measurement) {
    return ((Observed) measurement).value().rounded();
  }

  @Test
  void requiredNumberOfJvmsMeasures() throws Exception {
    assertThat(value(measured(3, time(50), time(50), time(50), time(99)))).isEqualTo("50 ns");
    assertThat(planned).hasSize(1);
    assertThat(phases)
        .containsSubsequence("fresh JVM 1 of 3", "fresh JVM 2 of 3", "fresh JVM 3 of 3");
  }

  @Test
  void slowedDownJvmIsReplaced() throws Exception {
    assertThat(value(measured(2, time(50), slow(80), slow(85), time(50)))).isEqualTo("50 ns");
    assertThat(planned).isEmpty();
    assertThat(phases).containsSubsequence("fresh JVM 3 of 3", "fresh JVM 4 of 4");
  }

  @Test
  void startOfAJvmDoesNotCountAsMeasuring() throws Exception {
    measured(1, time(50));

    assertThat(reports).containsOnly("fresh JVM 1 of 1, 0 samples, NaN ns, at most 5.0 s");
  }

  @Test
  void phaseOfAJvmIsReported() throws Exception {
    forkPhase = new ForkPhase("sampling", 40, 51);

    measured(2, time(50), time(60));

    assertThat(reports)
        .containsExactly(
            "fresh JVM 1 of 2, 0 samples, NaN ns, at most 10.0 s",
            "fresh JVM 1 of 2: sampling, 40 samples, 51 ns, at most 9.0 s",
            "fresh JVM 2 of 2, 0 samples, 50 ns, about 2.0 s",
            "fresh JVM 2 of 2: sampling, 40 samples, 50 ns, about 1.0 s");
  }

  @Test
  void confirmationIsReportedAsAPhase() throws Exception {
    measured(1, time(150), slow(180), time(140));

    assertThat(phases)
        .containsExactly(
            "fresh JVM 1 of 1",
            "fresh JVM 1 of 1",
            "one more fresh JVM, to confirm",
            "one more fresh JVM, to confirm",
            "another fresh JVM, to confirm",
            "another fresh JVM, to confirm");
    assertThat(reports)
        .contains("one more fresh JVM, to confirm, 0 samples, 150 ns, about 2.0 s")
        .last()
        .asString()
        .endsWith(" about 1.0 s");
  }

  @Test
  void progressWithoutATimePerCallShowsNone() {
    FreshRuns runs = new FreshRuns();
    runs.add(new ForkedRun(List.of(ratio(2)), 550));

    assertThat(runs.timePerCall()).isNaN();
  }

  @Test
  void failureOfARequiredJvmFailsTheMeasurement() throws Exception {
    assertThatThrownBy(() -> measured(2, time(50)))
        .isInstanceOf(ForkFailedException.class)
        .hasMessage("no more");
    planned.clear();
    assertThat(measured(2, time(50), missing())).isEqualTo(missing());
  }

  @Test
  void failureOfAnAdditionalJvmIsIgnored() throws Exception {
    assertThat(value(measured(2, time(50), slow(80)))).isEqualTo("50 ns");
    assertThat(value(measured(2, time(50), slow(80), missing(), time(70)))).isEqualTo("50 ns");
    assertThat(planned).hasSize(1);
  }

  @Test
  void excessThatADisturbanceExplainsIsInconclusive() throws Exception {
    assertThat(reason(measured(2, slow(180), slow(180), slow(180))))
        .isEqualTo(
            "in every fresh JVM the core was shared or slowed down, or the heap took new memory,"
                + " which can make calls seem this slow; try again");
    assertThat(planned).isEmpty();
  }

  private static Observed atLeast(double nanos) {
    Elapsed value = new Elapsed(nanos);
    return new Observed(
        TimeFigures.TIME_PER_CALL,
        value,
        new Elapsed(0.9 * nanos),
        new Elapsed(Long.MAX_VALUE),
        Sampling.single(value),
        List.of(),
        List.of(),
        null);
  }

  @Test
  void figureWithoutAnUpperEndDoesNotPass() throws Exception {
    assertThat(reason(measured(2, atLeast(50), atLeast(50))))
        .isEqualTo(
            "what a fresh JVM could measure does not bound the time per call from above; allow more"
                + " with measurementTime, or let each call do more");
    assertThat(measured(2, atLeast(300), atLeast(300), atLeast(300))).isInstanceOf(Observed.class);
  }

  @Test
  void excessBeyondADisturbanceIsExceeded() throws Exception {
    assertThat(measured(2, slow(300), slow(300), slow(300), slow(300)))
        .isInstanceOf(Observed.class);
  }

  @Test
  void failureTakesOneMoreJvm() throws Exception {
    assertThat(((Observed) measured(2, time(150), time(150), time(140), time(1))).counted())
        .contains("confirmed in one more fresh JVM: 140 ns");
    assertThat(planned).hasSize(1);
  }

  @Test
  void fasterConfirmingJvmMakesAFailureInconclusive() throws Exception {
    assertThat(reason(measured(2, time(150), time(150), time(100))))
        .isEqualTo("fresh JVMs disagree: 150 ns exceeded the limit, 100 ns in one more did not");
  }

  /** Returns a time whose interval includes the effect of compilation and some noise. */
  private static Observed within(double nanos, double lower) {
    Elapsed value = new Elapsed(nanos);
    return new Observed(
        TimeFigures.TIME_PER_CALL,
        value,
        new Elapsed(lower),
        new Elapsed(2 * nanos),
        Sampling.single(value),
        List.of(),
        List.of(),
        null);
  }

  @Test
  void meanWithTheConfirmingJvmConfirmsAFailure() throws Exception {
    // an error of 5 % makes an interval of 15 %
    assertThat(
            ((Observed) measured(2, within(112, 97), within(112, 97), within(108, 93))).counted())
        .contains("confirmed in one more fresh JVM: 108 ns");
    assertThat(((Observed) measured(1, within(120, 104), within(109, 94))).counted())
        .contains("confirmed in one more fresh JVM: 109 ns");
  }

  @Test
  void confirmingJvmHardlyAboveTheLimitConfirmsNothing() throws Exception {
    assertThat(reason(measured(1, within(114, 98), within(101, 87))))
        .isEqualTo(
            "not confirmed: 114 ns exceeded the limit, 101 ns in one more is inconclusive, 87 ns to"
                + " 202 ns; use more of them with forks, or allow more with measurementTime");
  }

  @Test
  void slowedDownConfirmingJvmConfirmsNothing() throws Exception {
    Observed slow = within(112, 97).slowedDown(new Elapsed(105));

    assertThat(reason(measured(2, within(112, 97), within(112, 97), slow)))
        .startsWith(
            "not confirmed: 112 ns exceeded the limit, 112 ns in one more is inconclusive, ");
  }

  @Test
  void noisyConfirmingJvmConfirmsNothing() throws Exception {
    assertThat(reason(measured(2, within(112, 97), within(112, 97), within(112, 75))))
        .startsWith(
            "not confirmed: 112 ns exceeded the limit, 112 ns in one more is inconclusive, ");
    assertThat(reason(measured(2, within(150, 130), within(150, 130), within(150, 0.001))))
        .startsWith(
            "not confirmed: 150 ns exceeded the limit, 150 ns in one more is inconclusive, ");
  }

  @Test
  void firstCallHardlyAboveTheLimitConfirmsNothing() throws Exception {
    Deque<Measurement> calls = new ArrayDeque<>(List.of(first(125), first(103)));
    Budget budget = Budget.atMost(TimeFigures.FIRST_CALL, new Elapsed(100));

    List<Measurement> measured =
        new FreshJvms(waiting -> new ForkedRun(List.of(calls.remove()), 550), 1, List.of(budget))
            .measure(new FreshProgress(BenchmarkProgress.SILENT, () -> 0, 1e9));

    assertThat(reason(measured.get(0)))
        .isEqualTo(
            "not confirmed: 125 ns exceeded the limit, 103 ns in one more is inconclusive, 103 ns to"
                + " 103 ns; use more of them with forks");
  }

  private static Observed first(double nanos) {
    Elapsed value = new Elapsed(nanos);
    return Observed.exact(TimeFigures.FIRST_CALL, value, Sampling.single(value), List.of());
  }

  @Test
  void confirmingJvmThatExceedsTheLimitAloneConfirmsAFailure() throws Exception {
    assertThat(((Observed) measured(1, within(120, 104), within(400, 345))).counted())
        .contains("confirmed in one more fresh JVM: 400 ns");
  }

  @Test
  void slowedDownConfirmingJvmIsReplaced() throws Exception {
    assertThat(((Observed) measured(2, time(150), time(150), slow(180), time(140))).counted())
        .contains("confirmed in one more fresh JVM: 140 ns");
    assertThat(reason(measured(2, time(150), time(150), slow(180), slow(190))))
        .isEqualTo(
            "not confirmed: 150 ns exceeded the limit, 190 ns in one more may not, since the core"
                + " was shared or slowed down, or the heap took new memory");
    assertThat(planned).isEmpty();
  }

  @Test
  void fasterSlowedDownJvmMakesAFailureInconclusive() throws Exception {
    assertThat(reason(measured(2, time(150), time(150), slow(90), time(140))))
        .isEqualTo("fresh JVMs disagree: 150 ns exceeded the limit, 90 ns in one more did not");
    assertThat(planned).hasSize(1);
  }

  @Test
  void failureOfTheConfirmingJvmIsInconclusive() throws Exception {
    assertThat(reason(measured(2, time(150), time(150))))
        .isEqualTo("one more fresh JVM, to confirm that the limit is exceeded, failed: no more");
    assertThat(reason(measured(2, time(150), time(150), slow(180))))
        .startsWith("not confirmed: 150 ns exceeded the limit, 180 ns in one more may not");
  }

  @Test
  void eachFigureIsConfirmedByTheFirstUndisturbedJvm() throws Exception {
    Deque<List<Measurement>> both =
        new ArrayDeque<>(
            List.of(
                List.of(time(150), ratio(2)),
                List.of(slow(150), ratio(3)),
                List.of(time(140), ratio(1))));
    List<Budget> budgets = List.of(BUDGET, Budget.atMost(TimeFigures.TIME_RATIO, new Ratio(1.5)));

    List<Measurement> measured =
        new FreshJvms(waiting -> new ForkedRun(both.remove(), 550), 1, budgets)
            .measure(new FreshProgress(BenchmarkProgress.SILENT, () -> 0, 1e9));

    assertThat(((Observed) measured.get(0)).counted())
        .contains("confirmed in one more fresh JVM: 140 ns");
    assertThat(((Observed) measured.get(1)).counted())
        .contains("confirmed in one more fresh JVM: 3.00x");
  }

  @Test
  void confirmingJvmWithoutAFigureLeavesNone() throws Exception {
    assertThat(measured(1, time(150), missing())).isEqualTo(missing());
  }
}
