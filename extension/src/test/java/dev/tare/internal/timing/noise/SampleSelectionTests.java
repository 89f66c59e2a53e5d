package dev.tare.internal.timing.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which samples count, and what those explain that were slowed down. */
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
    assertThat(sharedCore(Double.NaN).explains(100, 199, 110)).isTrue();
    assertThat(sharedCore(Double.NaN).explains(100, 201, 110)).isFalse();
  }

  @Test
  void whatIsExplainedLeavesALeastTime() {
    assertThat(sharedCore(Double.NaN).least(200, 110)).isEqualTo(100);
    assertThat(sharedCore(120).least(200, 110)).isEqualTo(120);
    assertThat(newMemory(Double.NaN).least(300, 90)).isEqualTo(100);
    assertThat(newMemory(Double.NaN).least(300, 110)).isEqualTo(110);
  }

  @Test
  void newMemoryExplainsAFewNanosecondsAByte() {
    assertThat(newMemory(Double.NaN).explains(100, 299, 90)).isTrue();
    assertThat(newMemory(Double.NaN).explains(100, 301, 90)).isFalse();
  }

  @Test
  void newMemoryExplainsNothingIfNoTurnOfTheWarmUpWasFastEnough() {
    assertThat(newMemory(Double.NaN).explains(100, 299, 110)).isFalse();
  }

  @Test
  void nothingIsExplainedIfNoUndisturbedSampleIsFastEnough() {
    assertThat(sharedCore(110).explains(100, 150, 90)).isFalse();
    assertThat(sharedCore(90).explains(100, 150, 90)).isTrue();
    assertThat(newMemory(110).explains(100, 150, 90)).isFalse();
  }

  @Test
  void whatSlowedDownFewExplainsNothing() {
    SampleSelection few = new SampleSelection(TEN, 10, 5, 4, 0, 0, 40, Double.NaN, Double.NaN);

    assertThat(few.best()).isTrue();
    assertThat(few.explains(100, 150, 90)).isFalse();
  }

  @Test
  void aQuarterInNewMemoryIsNotUndisturbed() {
    SampleSelection third = new SampleSelection(TEN, 10, 5, 0, 3, 3, 40, Double.NaN, Double.NaN);
    SampleSelection fifth = new SampleSelection(TEN, 10, 5, 0, 2, 2, 40, Double.NaN, Double.NaN);

    assertThat(third.best()).isFalse();
    assertThat(third.explains(100, 299, 90)).isTrue();
    assertThat(fifth.best()).isTrue();
  }

  @Test
  void warmUpInNewMemoryTellsNothing() {
    assertThat(newMemory(Double.NaN).explains(100, 299, Double.NaN)).isTrue();
    assertThat(newMemory(Double.NaN).least(300, Double.NaN)).isEqualTo(100);
  }

  /**
   * A hundred samples, so many of them at the beginning on a free core, and so many in new memory.
   */
  private static Samples hundred(int free, int inNewMemory) {
    Samples recording = new Samples(1);
    for (int i = 0; i < 100; i++) {
      recording.add(100, 100, 1);
      recording.probed(i < free ? 800 : 1600);
      if (i < inNewMemory) {
        recording.tookNewMemory();
      }
    }
    return recording;
  }

  private static CoreSpeedProbe coreOf800() {
    CoreSpeedProbe core = new CoreSpeedProbe(() -> 800);
    for (int i = 0; i < 5; i++) {
      core.look();
    }
    return core;
  }

  @Test
  void samplesInUsedMemoryCountWhereTheCoreWasSharedBesideAll() {
    SampleSelection selection =
        SampleSelection.ofOne(hundred(0, 30), TimeBasis.CPU, coreOf800(), 5);

    assertThat(selection.samples()).hasSize(70).startsWith(30);
    assertThat(selection.inNewMemory()).isZero();
    assertThat(selection.slowed()).isEqualTo(70);
  }

  @Test
  void newMemoryInSomeExplainsNoMoreThanSharingInTheOthers() {
    SampleSelection none = new SampleSelection(TEN, 10, 5, 5, 4, 4, 40, Double.NaN, Double.NaN);
    assertThat(none.least(199, 110)).isNegative();

    SampleSelection some = new SampleSelection(TEN, 10, 5, 5, 4, 4, 40, Double.NaN, 180);
    assertThat(some.least(199, 110)).isEqualTo(90);
    assertThat(some.least(170, 110)).isEqualTo(85);
    assertThat(some.least(320, 110)).isEqualTo(120);
  }

  @Test
  void knowsTheFastestOfWhatWasSlowedDownToo() {
    assertThat(
            SampleSelection.ofOne(hundred(0, 97), TimeBasis.CPU, coreOf800(), 20)
                .fastestInUsedMemory())
        .isEqualTo(100);
    assertThat(
            SampleSelection.ofOne(hundred(0, 98), TimeBasis.CPU, coreOf800(), 20)
                .fastestInUsedMemory())
        .isNaN();
    assertThat(SampleSelection.ofOne(hundred(3, 0), TimeBasis.CPU, coreOf800(), 20).fastest())
        .isEqualTo(100);
    assertThat(SampleSelection.ofOne(hundred(2, 0), TimeBasis.CPU, coreOf800(), 20).fastest())
        .isNaN();
  }

  @Test
  void aComparisonLeavesRoundsOutWhereMostWereUndisturbed() {
    CoreSpeedProbe core = coreOf800();

    assertThat(
            SampleSelection.ofCompared(List.of(hundred(49, 0)), TimeBasis.CPU, core, 5).samples())
        .hasSize(100);
    assertThat(
            SampleSelection.ofCompared(List.of(hundred(50, 0)), TimeBasis.CPU, core, 5).samples())
        .hasSize(50);
    assertThat(SampleSelection.ofOne(hundred(49, 0), TimeBasis.CPU, core, 5).samples()).hasSize(49);
  }

  @Test
  void laterSamplesKeepWhatSlowedThemDown() {
    Samples recording = new Samples(1);
    for (int i = 0; i < 6; i++) {
      recording.add(100 + i, 100 + i, 1);
      recording.probed(800 + i);
      if (i == 4) {
        recording.tookNewMemory();
      }
    }

    Samples since = recording.since(3, 0);

    assertThat(since.probes()).containsExactly(803, 804, 805);
    assertThat(since.tookNewMemory(1)).isTrue();
    assertThat(since.tookNewMemory(0)).isFalse();
    assertThat(since.perCall(TimeBasis.CPU)).containsExactly(103, 104, 105);
  }
}
