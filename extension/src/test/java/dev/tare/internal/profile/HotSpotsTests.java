package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.profile.HotSpots.Spot;
import java.util.List;
import org.junit.jupiter.api.Test;

class HotSpotsTests {

  private static final Spot SORTS = new Spot("in A.sort()", "A.sort():7", 3);
  private static final Spot ADDS = new Spot("in A.add()", "A.sort():8", 2);

  @Test
  void samplesOfTwoRecordingsAddUp() {
    HotSpots first = new HotSpots(5, List.of(SORTS, ADDS));
    HotSpots second = new HotSpots(4, List.of(new Spot("in A.add()", "A.sort():8", 4)));

    assertThat(first.plus(second))
        .isEqualTo(new HotSpots(9, List.of(new Spot("in A.add()", "A.sort():8", 6), SORTS)));
  }

  @Test
  void samplesOfOtherLinesStaySeparate() {
    HotSpots first = new HotSpots(3, List.of(SORTS));
    Spot elsewhere = new Spot("in A.sort()", "B.sells():1", 1);

    assertThat(first.plus(new HotSpots(1, List.of(elsewhere))))
        .isEqualTo(new HotSpots(4, List.of(SORTS, elsewhere)));
  }
}
