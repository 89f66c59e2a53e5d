package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.fork.ForkedRun;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Detection of slowed-down fresh JVMs and the number of JVMs that replace them. */
class FreshRunsTests {

  private static final double FREE = 550;
  private static final double SHARED = 1000;

  private final FreshRuns runs = new FreshRuns();

  private static Observed observed(Figure figure, Quantity value) {
    return Observed.exact(figure, value, Sampling.single(value), List.of());
  }

  private static Observed time(double nanos) {
    return observed(TimeFigures.TIME_PER_CALL, new Elapsed(nanos));
  }

  private void add(double core, Measurement... measurements) {
    runs.add(new ForkedRun(List.of(measurements), core));
  }

  @Test
  void undisturbedRunsAreAsManyAsRequired() {
    assertThat(runs.neededJvms(3)).isEqualTo(3);

    add(FREE, time(100));
    add(FREE, new Doubtful(TimeFigures.TIME_PER_CALL, "noise", null));

    assertThat(runs.neededJvms(3)).isEqualTo(3);
  }

  @Test
  void runThatReportsADisturbanceIsReplaced() {
    add(FREE, time(100));
    add(FREE, time(160).slowedDown(new Elapsed(80)));

    assertThat(runs.neededJvms(3)).isEqualTo(4);
  }

  @Test
  void runOnASharedCoreIsReplaced() {
    add(SHARED, time(160));
    assertThat(runs.neededJvms(3)).isEqualTo(3);

    add(FREE, time(100));

    assertThat(runs.neededJvms(3)).isEqualTo(4);
    assertThat(runs.measurements(0))
        .containsExactly(time(160).slowedDown(new Elapsed(80)), time(100));
    assertThat(runs.lastMeasurements()).containsExactly(time(100));
  }

  @Test
  void runsAreAtMostTwiceTheRequiredNumber() {
    add(FREE, time(100));
    for (int i = 0; i < 5; i++) {
      add(FREE, time(160).slowedDown(new Elapsed(80)));
    }

    assertThat(runs.neededJvms(3)).isEqualTo(6);
  }

  @Test
  void runsThatAreAllDisturbedEndAfterOneMore() {
    for (int i = 0; i < 3; i++) {
      add(FREE, time(160).slowedDown(new Elapsed(80)));
    }
    assertThat(runs.neededJvms(3)).isGreaterThan(3);

    add(FREE, time(160).slowedDown(new Elapsed(80)));

    assertThat(runs.neededJvms(3)).isEqualTo(4);
  }

  @Test
  void lowerClockRateIsNoDisturbance() {
    add(1.2 * FREE, time(120));
    add(FREE, time(100));

    assertThat(runs.measurements(0)).containsExactly(time(120), time(100));
  }

  @Test
  void runsWithoutAProbeAreUndisturbed() {
    add(Double.POSITIVE_INFINITY, time(120));
    add(FREE, time(100));

    assertThat(runs.neededJvms(2)).isEqualTo(2);
  }

  @Test
  void ratioOnASharedCoreIsUndisturbed() {
    Observed ratio = observed(TimeFigures.TIME_RATIO, new Ratio(1.5));
    Observed first = observed(TimeFigures.FIRST_CALL, new Elapsed(1e6));
    add(SHARED, ratio, first);
    add(FREE, ratio, first);

    assertThat(runs.neededJvms(2)).isEqualTo(2);
    assertThat(runs.measurements(0)).containsExactly(ratio, ratio);
    assertThat(runs.measurements(1)).containsExactly(first, first);
  }
}
