package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Reasons;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a second measurement decides. */
class PlanRunTests {

  private static final Figure FIGURE = new Figure("size", "size", false);
  private static final Budget LIMIT = Budget.atMost(FIGURE, new Elapsed(100));
  private static final Schedule REPEATED = new Schedule(2, 5, false);

  private static Subject noSubject() {
    return (Subject)
        Proxy.newProxyInstance(
            PlanRunTests.class.getClassLoader(),
            new Class<?>[] {Subject.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }

  /** Returns lists of measurements, one after the other. */
  private static final class PlannedMetric implements Metric {

    private final Deque<List<Measurement>> planned;
    private final List<List<Budget>> limits = new ArrayList<>();
    private final List<Measurement> explained = new ArrayList<>();
    private int again;

    private final Schedule schedule;

    PlannedMetric(Schedule schedule, List<List<Measurement>> planned) {
      this.schedule = schedule;
      this.planned = new ArrayDeque<>(planned);
    }

    @Override
    public Schedule schedule() {
      return schedule;
    }

    @Override
    public List<Budget> budgets() {
      return List.of(LIMIT);
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets) {
      limits.add(budgets);
      return planned.remove();
    }

    @Override
    public List<Measurement> measureAgain(
        Subject subject, Schedule schedule, List<Budget> budgets) {
      again++;
      return measure(subject, schedule, budgets);
    }

    @Override
    public List<Measurement> explain(
        Subject subject, List<Budget> budgets, List<Measurement> measured) {
      explained.addAll(measured);
      return measured;
    }
  }

  private static Observed about(double nanos) {
    return measured(0.9 * nanos, nanos, 1.1 * nanos, 5);
  }

  private static Observed measured(double lower, double nanos, double upper, int readings) {
    Elapsed value = new Elapsed(nanos);
    return new Observed(
        FIGURE,
        value,
        new Elapsed(lower),
        new Elapsed(upper),
        new Sampling("mean", readings, 0, value, value, null),
        List.of("real time"),
        List.of(),
        null);
  }

  private static Measurement run(Schedule schedule, Measurement... planned) throws Throwable {
    PlannedMetric metric =
        new PlannedMetric(schedule, Arrays.stream(planned).map(List::of).toList());
    Measurement measured =
        PlanRun.measure(metric, List.of(LIMIT), noSubject(), () -> "@Sized").get(0);
    assertThat(metric.planned).isEmpty();
    assertThat(metric.again).isEqualTo(planned.length - 1);
    assertThat(metric.explained).containsExactly(measured);
    return measured;
  }

  @Test
  void twoMeasurementsThatExceedTheLimitExceedIt() throws Throwable {
    Observed observed = (Observed) run(REPEATED, about(150), about(140));

    assertThat(observed.value()).isEqualTo(new Elapsed(150));
    assertThat(observed.counted()).containsExactly("measured again: 140 ns", "real time");
  }

  @Test
  void secondMeasurementWithinTheLimitMakesItInconclusive() throws Throwable {
    Measurement measured = run(REPEATED, about(150), about(80));

    assertThat(Reasons.ofDoubt(measured))
        .isEqualTo("two measurements disagree: 150 ns exceeded the limit, 80 ns did not");
    assertThat(((Observed) measured).value()).isEqualTo(new Elapsed(150));
    assertThat(((Observed) measured).lower()).isEqualTo(new Elapsed(72));
    assertThat(((Observed) measured).upper()).isEqualTo(new Elapsed(165));
  }

  @Test
  void undecidedSecondMeasurementMakesItInconclusiveWithItsReason() throws Throwable {
    assertThat(Reasons.ofDoubt(run(REPEATED, about(150), about(105))))
        .isEqualTo(
            "two measurements disagree: 150 ns exceeded the limit, 105 ns may not: the interval"
                + " 94.5 ns to 116 ns includes the limit 100 ns");
  }

  @Test
  void secondMeasurementWithoutAFigureMakesItInconclusiveWithItsReason() throws Throwable {
    assertThat(Reasons.ofDoubt(run(REPEATED, about(150), new Missing(FIGURE, "no clock", "buy"))))
        .isEqualTo(
            "two measurements disagree: 150 ns exceeded the limit, none was found then: no clock");
  }

  /** A figure within its limit, an exact one, a body that may run once, and a single reading. */
  static Stream<Arguments> decided() {
    return Stream.of(
        Arguments.of(REPEATED, about(80)),
        Arguments.of(REPEATED, measured(150, 150, 150, 5)),
        Arguments.of(Schedule.ONCE, about(150)),
        Arguments.of(REPEATED, measured(120, 150, 160, 1)));
  }

  @ParameterizedTest
  @MethodSource("decided")
  void whatIsDecidedIsMeasuredOnce(Schedule schedule, Observed observed) throws Throwable {
    assertThat(run(schedule, observed)).isEqualTo(observed);
  }

  @Test
  void onlyExceededLimitsAreReplaced() throws Throwable {
    Budget other = Budget.atMost(FIGURE, new Elapsed(200));
    PlannedMetric metric =
        new PlannedMetric(
            REPEATED, List.of(List.of(about(150), about(150)), List.of(about(300), about(160))));

    List<Measurement> measured =
        PlanRun.measure(metric, List.of(other, LIMIT), noSubject(), () -> "@Sized");

    assertThat(metric.limits).containsExactly(List.of(other, LIMIT), List.of(other, LIMIT));
    assertThat(measured.get(0)).isEqualTo(about(150));
    assertThat(((Observed) measured.get(1)).counted()).contains("measured again: 160 ns");
  }
}
