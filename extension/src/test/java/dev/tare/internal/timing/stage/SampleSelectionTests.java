package dev.tare.internal.timing.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Selection of samples, and the slowdown that disturbances explain. */
class SampleSelectionTests {

  private static final List<Integer> TEN = IntStream.range(0, 10).boxed().toList();

  private static SampleSelection sharedCore(double fastest) {
    return new SampleSelection(TEN, 10, 5, 8, 0, 0, 40, fastest, Double.NaN);
  }

  private static SampleSelection newMemory(double fastest) {
    return new SampleSelection(TEN, 10, 5, 0, 8, 8, 40, fastest, Double.NaN);
  }

  @Test
  void sharingExplainsTwiceTheTime() {
    assertThat(sharedCore(Double.NaN).mayExplain(100, 199, 110)).isTrue();
    assertThat(sharedCore(Double.NaN).mayExplain(100, 201, 110)).isFalse();
  }

  @Test
  void disturbanceLeavesALowerBound() {
    assertThat(sharedCore(Double.NaN).minUndisturbedNanos(200, 110)).isEqualTo(100);
    assertThat(sharedCore(120).minUndisturbedNanos(200, 110)).isEqualTo(120);
    assertThat(newMemory(Double.NaN).minUndisturbedNanos(300, 90)).isEqualTo(100);
    assertThat(newMemory(Double.NaN).minUndisturbedNanos(300, 110)).isEqualTo(110);
  }

  @Test
  void newMemoryExplainsAFewNanosecondsAByte() {
    assertThat(newMemory(Double.NaN).mayExplain(100, 299, 90)).isTrue();
    assertThat(newMemory(Double.NaN).mayExplain(100, 301, 90)).isFalse();
  }

  @Test
  void newMemoryExplainsNothingIfTheWarmUpWasNeverFasterThanTheLimit() {
    assertThat(newMemory(Double.NaN).mayExplain(100, 299, 110)).isFalse();
  }

  @Test
  void undisturbedSamplesAboveTheLimitLeaveNothingToExplain() {
    assertThat(sharedCore(110).mayExplain(100, 150, 90)).isFalse();
    assertThat(sharedCore(90).mayExplain(100, 150, 90)).isTrue();
    assertThat(newMemory(110).mayExplain(100, 150, 90)).isFalse();
  }

  @Test
  void disturbanceOfFewSamplesExplainsNothing() {
    SampleSelection few = new SampleSelection(TEN, 10, 5, 4, 0, 0, 40, Double.NaN, Double.NaN);

    assertThat(few.isUndisturbed()).isTrue();
    assertThat(few.mayExplain(100, 150, 90)).isFalse();
  }

  @Test
  void quarterOfSamplesInNewMemoryCountsAsDisturbed() {
    SampleSelection third = new SampleSelection(TEN, 10, 5, 0, 3, 3, 40, Double.NaN, Double.NaN);
    SampleSelection fifth = new SampleSelection(TEN, 10, 5, 0, 2, 2, 40, Double.NaN, Double.NaN);

    assertThat(third.isUndisturbed()).isFalse();
    assertThat(third.mayExplain(100, 299, 90)).isTrue();
    assertThat(fifth.isUndisturbed()).isTrue();
  }

  @Test
  void warmUpInNewMemoryIsIgnored() {
    assertThat(newMemory(Double.NaN).mayExplain(100, 299, Double.NaN)).isTrue();
    assertThat(newMemory(Double.NaN).minUndisturbedNanos(300, Double.NaN)).isEqualTo(100);
  }

  /** Returns a hundred samples, the first of them on an unshared core or in new memory. */
  private static Samples hundredSamples(int unshared, int inNewMemory) {
    Samples recording = new Samples(1);
    for (int i = 0; i < 100; i++) {
      recording.add(100, 100, 1);
      recording.recordProbe(i < unshared ? 800 : 1600);
      if (i < inNewMemory) {
        recording.markNewMemory();
      }
    }
    return recording;
  }

  private static CoreSpeedProbe coreWithProbeOf800Nanos() {
    CoreSpeedProbe core = new CoreSpeedProbe(() -> 800);
    for (int i = 0; i < 5; i++) {
      core.probe();
    }
    return core;
  }

  @Test
  void samplesInUsedMemoryAreSelectedIfTheCoreWasAlwaysShared() {
    SampleSelection selection =
        SampleSelection.ofOne(hundredSamples(0, 30), TimeBasis.CPU, coreWithProbeOf800Nanos(), 5);

    assertThat(selection.samples()).hasSize(70).startsWith(30);
    assertThat(selection.inNewMemory()).isZero();
    assertThat(selection.slowedByCore()).isEqualTo(70);
  }

  @Test
  void newMemoryInFewSamplesExplainsNoMoreThanSharing() {
    SampleSelection none = new SampleSelection(TEN, 10, 5, 5, 4, 4, 40, Double.NaN, Double.NaN);
    assertThat(none.minUndisturbedNanos(199, 110)).isNegative();

    SampleSelection some = new SampleSelection(TEN, 10, 5, 5, 4, 4, 40, Double.NaN, 180);
    assertThat(some.minUndisturbedNanos(199, 110)).isEqualTo(90);
    assertThat(some.minUndisturbedNanos(170, 110)).isEqualTo(85);
    assertThat(some.minUndisturbedNanos(320, 110)).isEqualTo(120);
  }

  @Test
  void fastestSampleIncludesSharedCores() {
    assertThat(
            SampleSelection.ofOne(
                    hundredSamples(0, 97), TimeBasis.CPU, coreWithProbeOf800Nanos(), 20)
                .fastestInUsedMemory())
        .isEqualTo(100);
    assertThat(
            SampleSelection.ofOne(
                    hundredSamples(0, 98), TimeBasis.CPU, coreWithProbeOf800Nanos(), 20)
                .fastestInUsedMemory())
        .isNaN();
    assertThat(
            SampleSelection.ofOne(
                    hundredSamples(3, 0), TimeBasis.CPU, coreWithProbeOf800Nanos(), 20)
                .fastestUndisturbed())
        .isEqualTo(100);
    assertThat(
            SampleSelection.ofOne(
                    hundredSamples(2, 0), TimeBasis.CPU, coreWithProbeOf800Nanos(), 20)
                .fastestUndisturbed())
        .isNaN();
  }

  @Test
  void comparisonDropsDisturbedRoundsIfMostWereUndisturbed() {
    CoreSpeedProbe core = coreWithProbeOf800Nanos();

    assertThat(
            SampleSelection.ofCompared(List.of(hundredSamples(49, 0)), TimeBasis.CPU, core, 5)
                .samples())
        .hasSize(100);
    assertThat(
            SampleSelection.ofCompared(List.of(hundredSamples(50, 0)), TimeBasis.CPU, core, 5)
                .samples())
        .hasSize(50);
    assertThat(SampleSelection.ofOne(hundredSamples(49, 0), TimeBasis.CPU, core, 5).samples())
        .hasSize(49);
  }

  @Test
  void blocksOfSingleSamplesOfRealTimeHaveNoPauses() {
    Samples recording = new Samples(1);
    for (int i = 0; i < 8; i++) {
      recording.add(1_000 + 500, 200, 1);
      recording.recordPauses(500);
    }

    assertThat(SampleSelection.all(8, 1).blockReadings(recording, TimeBasis.WALL))
        .containsOnly(1_000);
    assertThat(SampleSelection.all(8, 1).blockReadings(recording, TimeBasis.CPU)).containsOnly(200);
    assertThat(recording.perCall(TimeBasis.WALL)).containsOnly(1_500);
  }

  @Test
  void pauseTakesNoMoreThanTheTimeWithoutAProcessor() {
    Samples recording = new Samples(1);
    recording.add(1_500, 1_200, 1);
    recording.recordPauses(1_000_000);

    assertThat(SampleSelection.all(1, 1).blockReadings(recording, TimeBasis.WALL))
        .containsOnly(1_200);
  }

  @Test
  void copyOfLaterSamplesKeepsTheirDisturbances() {
    Samples recording = new Samples(1);
    for (int i = 0; i < 6; i++) {
      recording.add(100 + i, 100 + i, 1);
      recording.recordProbe(800 + i);
      if (i == 4) {
        recording.markNewMemory();
      }
    }

    Samples since = recording.since(3, 0);

    assertThat(since.probes()).containsExactly(803, 804, 805);
    assertThat(since.usedNewMemory(1)).isTrue();
    assertThat(since.usedNewMemory(0)).isFalse();
    assertThat(since.perCall(TimeBasis.CPU)).containsExactly(103, 104, 105);
  }
}
