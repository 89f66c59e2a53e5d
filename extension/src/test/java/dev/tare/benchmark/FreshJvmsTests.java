package dev.tare.benchmark;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.Reasons;
import dev.tare.internal.fork.ForkedJvm.ForkFailedException;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Number of fresh JVMs, and their progress. */
class FreshJvmsTests {

  private static final Budget BUDGET = Budget.atMost(TimeFigures.TIME_PER_CALL, new Elapsed(100));

  private final Deque<Measurement> planned = new ArrayDeque<>();
  private final List<String> phases = new ArrayList<>();
  private final List<Double> secondsLeft = new ArrayList<>();

  private static Observed time(double nanos) {
    Elapsed value = new Elapsed(nanos);
    return Observed.exact(TimeFigures.TIME_PER_CALL, value, Sampling.single(value), List.of());
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
        .measure(
            (phase, samples, nanosPerCall, leftNanos) -> {
              phases.add(phase);
              secondsLeft.add(leftNanos / 1e9);
            },
            5e9)
        .get(0);
  }

  /** Starts a simulated JVM that reports once that it runs. */
  private List<Measurement> start(Runnable waiting) throws ForkFailedException {
    waiting.run();
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
    assertThat(value(measured(3, time(50), time(50), time(50), time(99)))).isEqualTo("50 ns");
    assertThat(planned).hasSize(1);
    assertThat(phases).containsExactly("fresh JVM 1 of 3", "fresh JVM 2 of 3", "fresh JVM 3 of 3");
  }

  @Test
  void remainingTimeIsThatOfAllFurtherJvms() throws Exception {
    measured(2, time(50), time(60));

    assertThat(secondsLeft).hasSize(2);
    assertThat(secondsLeft.get(0)).isBetween(9.0, 10.0);
    assertThat(secondsLeft.get(1)).isBetween(4.0, 5.0);
  }

  @Test
  void failureOfARequiredJvmFailsTheMeasurement() throws Exception {
    assertThatThrownBy(() -> measured(2, time(50)))
        .isInstanceOf(ForkFailedException.class)
        .hasMessage("no more");
    planned.clear();
    assertThat(measured(2, time(50), missing())).isEqualTo(missing());
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
    assertThat(measured(2, atLeast(300), atLeast(300), atLeast(300))).matches(Reasons::hasNoDoubt);
  }
}
