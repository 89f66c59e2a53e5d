package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.profile.HotSpots.Spot;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HotSpotsTests {

  private static final Spot SORTS = new Spot("in A.sort()", "A.sort():7");
  private static final Spot ADDS = new Spot("in A.add()", "A.sort():8");
  private static final Spot READS = new Spot("in B.read()", "A.load():9");
  private static final long MILLISECOND = 1_000_000;

  @Test
  void samplesOfTwoRecordingsAddUpLineByLine() {
    Spot elsewhere = new Spot("in A.sort()", "B.sells():1");

    HotSpots sum =
        new HotSpots(Map.of(SORTS, 30L, ADDS, 20L), Map.of(), 0)
            .plus(new HotSpots(Map.of(ADDS, 40L, elsewhere, 10L), Map.of(), 0));

    assertThat(sum.count()).isEqualTo(100);
    assertThat(sum.suffice()).isTrue();
    assertThat(sum.breakdown(new Elapsed(100), List.of()).rows())
        .containsExactly(
            new Row(new Elapsed(60), 60, "in A.add()", "A.sort():8"),
            new Row(new Elapsed(30), 30, "in A.sort()", "A.sort():7"),
            new Row(new Elapsed(10), 10, "in A.sort()", "B.sells():1"));
  }

  /** The samples share out the time without the waits, whatever the period was. */
  @Test
  void waitsCountWithTheirDurations() {
    HotSpots spots =
        new HotSpots(
                Map.of(SORTS, 20L, ADDS, 5L), Map.of(READS, 300 * MILLISECOND), 400 * MILLISECOND)
            .plus(
                new HotSpots(
                    Map.of(SORTS, 20L, ADDS, 5L),
                    Map.of(READS, 400 * MILLISECOND),
                    600 * MILLISECOND));

    assertThat(spots.breakdown(new Elapsed(1_000), List.of()).rows())
        .containsExactly(
            new Row(new Elapsed(700), 70, "waits in B.read()", "A.load():9"),
            new Row(new Elapsed(240), 40, "in A.sort()", "A.sort():7"),
            new Row(new Elapsed(60), 10, "in A.add()", "A.sort():8"));
  }

  @Test
  void fewSamplesBesideWaitsAreOneRow() {
    HotSpots spots =
        new HotSpots(
            Map.of(SORTS, 28L, ADDS, 1L), Map.of(READS, 500 * MILLISECOND), 1_000 * MILLISECOND);

    assertThat(spots.suffice()).isTrue();
    assertThat(spots.breakdown(new Elapsed(100), List.of()).rows())
        .containsExactlyInAnyOrder(
            new Row(new Elapsed(50), 50, "waits in B.read()", "A.load():9"),
            new Row(
                new Elapsed(50), 29, "does not wait; too few samples to show where it works", ""));
  }

  @Test
  void fewSamplesWithoutMostOfTheTimeDoNotSuffice() {
    HotSpots spots =
        new HotSpots(Map.of(SORTS, 29L), Map.of(READS, 499 * MILLISECOND), 1_000 * MILLISECOND);

    assertThat(spots.suffice()).isFalse();
    assertThat(HotSpots.none().suffice()).isFalse();
  }
}
