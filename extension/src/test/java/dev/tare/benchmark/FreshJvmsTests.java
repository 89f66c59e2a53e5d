package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.fork.ForkFailedException;
import dev.tare.internal.fork.ForkPhase;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Number of fresh JVMs, and their progress. */
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
  private List<Measurement> start(Consumer<ForkPhase> waiting) throws ForkFailedException {
    nanos += 1_000_000_000;
    waiting.accept(forkPhase);
    nanos += 1_000_000_000;
    Measurement next = planned.poll();
    if (next == null) {
      throw new ForkFailedException("no more");
    }
    return List.of(next);
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
            "fresh JVM 2 of 2, 0 samples, NaN ns, about 2.0 s",
            "fresh JVM 2 of 2: sampling, 40 samples, 51 ns, about 1.0 s");
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
    assertThat(measured(2, atLeast(300), atLeast(300), atLeast(300))).isInstanceOf(Observed.class);
  }
}
