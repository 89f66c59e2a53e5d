package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RanksTests {

  @Test
  void shareIsOneOrZeroWithoutOverlap() {
    assertThat(Ranks.shareAbove(new double[] {3, 4}, new double[] {1, 2, 2.5})).isEqualTo(1);
    assertThat(Ranks.shareAbove(new double[] {1, 2}, new double[] {3})).isZero();
  }

  @Test
  void equalValuesCountHalf() {
    assertThat(Ranks.shareAbove(new double[] {1, 2}, new double[] {2, 1})).isEqualTo(0.5);
    assertThat(Ranks.shareAbove(new double[] {2, 2}, new double[] {1, 2})).isEqualTo(0.75);
  }

  @Test
  void shareIsThatOfAllPairsAndSymmetric() {
    Random random = new Random(17);
    double[] first = random.doubles(40).map(x -> Math.floor(20 * x)).toArray();
    double[] second = random.doubles(55).map(x -> Math.floor(25 * x)).toArray();
    double above = 0;
    for (double one : first) {
      for (double other : second) {
        above += one > other ? 1 : one == other ? 0.5 : 0;
      }
    }

    assertThat(Ranks.shareAbove(first, second)).isCloseTo(above / (40 * 55), within(1e-12));
    assertThat(Ranks.shareAbove(second, first))
        .isCloseTo(1 - Ranks.shareAbove(first, second), within(1e-12));
  }
}
