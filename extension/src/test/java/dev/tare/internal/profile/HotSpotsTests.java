package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.profile.HotSpots.Spot;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HotSpotsTests {

  @Test
  void samplesOfTwoRecordingsAddUpLineByLine() {
    Spot sorts = new Spot("in A.sort()", "A.sort():7");
    Spot adds = new Spot("in A.add()", "A.sort():8");
    Spot elsewhere = new Spot("in A.sort()", "B.sells():1");

    HotSpots sum =
        new HotSpots(Map.of(sorts, 3L, adds, 2L))
            .plus(new HotSpots(Map.of(adds, 4L, elsewhere, 1L)));

    assertThat(sum.samples()).isEqualTo(10);
    assertThat(sum.breakdown(new Elapsed(100), List.of()).rows())
        .containsExactly(
            new Row(new Elapsed(60), 6, "in A.add()", "A.sort():8"),
            new Row(new Elapsed(30), 3, "in A.sort()", "A.sort():7"),
            new Row(new Elapsed(10), 1, "in A.sort()", "B.sells():1"));
  }
}
