package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.benchmark.TimesInThisJvmTests.Counted;
import dev.tare.extension.Configuration;
import dev.tare.internal.profile.HotSpots;
import dev.tare.internal.profile.HotSpots.Spot;
import dev.tare.internal.profile.ProfiledCalls;
import dev.tare.internal.profile.Profiler;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Rows and notes of a simulated profile. */
@Isolated("weaves the classes of all tests")
class TimeProfileTests {

  private static final Elapsed MEASURED = new Elapsed(1_000);

  private final Counted counted = new Counted();
  private int profiles;

  /** Profiler that returns the same hot spots each time. */
  private final class FixedProfiler implements Profiler {

    private final Optional<HotSpots> spots;
    private final Optional<String> obstacle;

    FixedProfiler(Optional<HotSpots> spots, Optional<String> obstacle) {
      this.spots = spots;
      this.obstacle = obstacle;
    }

    @Override
    public Optional<String> obstacle() {
      return obstacle;
    }

    @Override
    public HotSpots profile(ProfiledCalls calls) throws Throwable {
      profiles++;
      calls.repeat(2);
      calls.repeat(3);
      return spots.orElseThrow(() -> new IllegalStateException("no more"));
    }
  }

  private Profiler finding(long mixes, long adds) {
    return new FixedProfiler(
        Optional.of(
            new HotSpots(
                Map.of(
                    new Spot("in A.mixes()", "A.mixes():7"),
                    mixes,
                    new Spot("in A.adds()", "A.mixes():9"),
                    adds),
                Map.of(),
                0)),
        Optional.empty());
  }

  private Observed measured(Profiler profiler, Configuration.Breakdowns breakdown, Budget budget) {
    return measured(profiler, breakdown, budget, ProfileKind.SAMPLES, 0);
  }

  private Observed measured(
      Profiler profiler,
      Configuration.Breakdowns breakdown,
      Budget budget,
      ProfileKind profile,
      int forks) {
    Observed observed =
        new Observed(
            budget.figure(),
            MEASURED,
            MEASURED,
            MEASURED,
            Sampling.single(MEASURED),
            List.of(),
            List.of(),
            null);
    return (Observed)
        new TimeProfile(breakdown, () -> profiler, profile, forks)
            .explain(counted.subject(false), List.of(budget), List.of(observed))
            .get(0);
  }

  private static Budget atMost(double nanos) {
    return Budget.atMost(TimeFigures.TIME_PER_CALL, new Elapsed(nanos));
  }

  @Test
  void samplesShareOutTheTime() {
    Observed explained =
        measured(finding(30, 10), Configuration.Breakdowns.ON_FAILURE, atMost(999));

    Breakdown breakdown = Objects.requireNonNull(explained.breakdown());
    assertThat(breakdown.total()).isEqualTo(MEASURED);
    assertThat(breakdown.rows())
        .containsExactly(
            new Row(new Elapsed(750), 30, "in A.mixes()", "A.mixes():7"),
            new Row(new Elapsed(250), 10, "in A.adds()", "A.mixes():9"));
    assertThat(texts(explained))
        .containsExactly(
            "the count is of samples, one each 10 ms, in a run of its own", "a call allocates 0 B");
    assertThat(explained.distortions()).isEmpty();
    assertThat(counted.calls).isEqualTo(5);
  }

  private List<String> notes(Profiler profiler, ProfileKind profile, int forks) {
    Observed explained =
        measured(profiler, Configuration.Breakdowns.ALWAYS, atMost(999), profile, forks);
    return texts(explained);
  }

  private static List<String> texts(Observed explained) {
    return Objects.requireNonNull(explained.breakdown()).notes().stream()
        .map(Remark::text)
        .toList();
  }

  @Test
  void noteSaysThatFreshJvmsAreNotProfiled() {
    String note = "profiled in the suite's JVM, not in a fresh one";

    assertThat(notes(finding(30, 10), ProfileKind.SAMPLES, 0)).doesNotContain(note);
    assertThat(notes(finding(30, 10), ProfileKind.SAMPLES, 2)).contains(note);
    assertThat(notes(finding(30, 10), ProfileKind.CALLS, 2)).containsOnlyOnce(note);
    assertThat(notes(finding(8, 1), ProfileKind.CALLS, 2)).containsOnlyOnce(note);
  }

  @Test
  void profileIsMadeOnlyWhenRequired() {
    assertThat(
            measured(finding(30, 10), Configuration.Breakdowns.ON_FAILURE, atMost(1_000))
                .breakdown())
        .isNull();
    assertThat(measured(finding(30, 10), Configuration.Breakdowns.NEVER, atMost(1)).breakdown())
        .isNull();
    assertThat(profiles).isZero();
    assertThat(
            measured(finding(30, 10), Configuration.Breakdowns.ALWAYS, atMost(1_000)).breakdown())
        .isNotNull();
  }

  @Test
  void tooFewSamplesAreReported() {
    Observed unexplained = measured(finding(28, 1), Configuration.Breakdowns.ON_FAILURE, atMost(1));

    assertThat(unexplained.breakdown()).isNull();
    assertThat(unexplained.distortions())
        .extracting(Remark::text)
        .containsExactly(
            "no profile: too few samples, the thread was found in Java code only 29 times");
  }

  @Test
  void thirtySamplesAreEnough() {
    Observed explained = measured(finding(29, 1), Configuration.Breakdowns.ON_FAILURE, atMost(1));

    assertThat(Objects.requireNonNull(explained.breakdown()).rows())
        .extracting(Row::count)
        .containsExactly(29L, 1L);
    assertThat(explained.distortions()).isEmpty();
  }

  @Test
  void obstacleIsReported() {
    Profiler without = new FixedProfiler(Optional.empty(), Optional.of("no recorder"));
    Profiler throwing = new FixedProfiler(Optional.empty(), Optional.empty());

    assertThat(measured(without, Configuration.Breakdowns.ON_FAILURE, atMost(1)).distortions())
        .extracting(Remark::text)
        .containsExactly("no profile: no recorder");
    assertThat(measured(throwing, Configuration.Breakdowns.ON_FAILURE, atMost(1)).distortions())
        .extracting(Remark::text)
        .containsExactly(
            "no profile: the calls that should explain it threw"
                + " java.lang.IllegalStateException: no more");
  }

  @Test
  void eachCallOfAProfileIsPrepared() {
    counted.prepared = true;

    Observed explained = measured(finding(30, 10), Configuration.Breakdowns.ON_FAILURE, atMost(1));

    assertThat(texts(explained))
        .containsExactly(
            "the count is of samples, one each 10 ms, in a run of its own",
            "what prepares the calls is left out",
            "a call allocates 0 B");
    assertThat(counted.calls).isEqualTo(5);
    assertThat(counted.otherCalls).isEqualTo(5);
  }

  @Test
  void tooFewSamplesOfPreparedCallsNameThePreparation() {
    counted.prepared = true;

    assertThat(
            measured(finding(28, 1), Configuration.Breakdowns.ON_FAILURE, atMost(1)).distortions())
        .extracting(Remark::text)
        .containsExactly(
            "no profile: too few samples, the thread was found in Java code only 29 times, what"
                + " prepares the calls is left out; let the body do more");
  }

  @Test
  void firstCallIsNotProfiled() {
    Budget budget = Budget.atMost(TimeFigures.FIRST_CALL, new Elapsed(1));

    assertThat(measured(finding(30, 10), Configuration.Breakdowns.ALWAYS, budget).breakdown())
        .isNull();
    assertThat(profiles).isZero();
  }
}
