package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class ParabolaTests {

  private static final long[] SIZES = {100, 200, 400, 800};

  private static long[] amounts(LongUnaryOperator cost) {
    return Arrays.stream(SIZES).map(cost).toArray();
  }

  private static long aligned(double bytes) {
    return (long) Math.ceil(bytes / 8) * 8;
  }

  @Test
  void wholeBytesPerSquareAndTheLineBelowAreFound() {
    Parabola parabola =
        Parabola.through(SIZES, amounts(n -> 2 * n * n + 44 * n - 24), 8).orElseThrow();

    assertThat(parabola.perSquare()).isEqualTo("2");
    assertThat(parabola.line().perElement()).isEqualTo("44");
    assertThat(parabola.line().fixed()).isEqualTo(-24);
    assertThat(parabola.line().residuals()).containsOnly(0L);
  }

  @Test
  void tenthOfAByteIsFoundBehindARoundedMegabyte() {
    Parabola parabola =
        Parabola.through(SIZES, amounts(n -> aligned(1e6 + 0.1 * n * n)), 8).orElseThrow();

    assertThat(parabola.perSquare()).isEqualTo("1/10");
    assertThat(parabola.line().isConstant()).isTrue();
    assertThat(parabola.line().fixed()).isBetween(999_990L, 1_000_008L);
  }

  @Test
  void otherCurvesHaveNoParabola() {
    assertThat(Parabola.through(SIZES, amounts(n -> n * n * n), 8)).isEmpty();
    assertThat(Parabola.through(SIZES, amounts(n -> aligned(24.0 * n * Math.log((double) n))), 8))
        .isEmpty();
    assertThat(Parabola.through(SIZES, amounts(n -> 1_000_000 - n * n), 8)).isEmpty();
    assertThat(Parabola.through(SIZES, amounts(n -> 24 * n + 16), 8)).isEmpty();
  }

  @Test
  void threePointsHaveNoParabola() {
    assertThat(Parabola.through(new long[] {1, 2, 8}, new long[] {8, 32, 512}, 8)).isEmpty();
  }

  @Test
  void stepsOfHalvesSeldomHaveAParabolaByChance() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int found = 0;
    for (int i = 0; i < 2000; i++) {
      double capacity = 10 + random.nextInt(90);
      long[] amounts = new long[SIZES.length];
      for (int j = 0; j < SIZES.length; j++) {
        while (capacity < SIZES[j]) {
          capacity *= 1.5;
        }
        amounts[j] = aligned(16 + 4 * capacity);
      }
      found += Parabola.through(SIZES, amounts, 8).isPresent() ? 1 : 0;
    }

    assertThat(found).as("of 2,000, seed %d", seed).isLessThan(20);
  }
}
