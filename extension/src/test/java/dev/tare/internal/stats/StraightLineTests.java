package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StraightLineTests {

  private static final long[] SIZES = {1001, 2003, 4007, 8009};

  private static long[] amounts(LongUnaryOperator cost) {
    return Arrays.stream(SIZES).map(cost).toArray();
  }

  private static long aligned(long bytes) {
    return (bytes + 7) / 8 * 8;
  }

  @Test
  void wholeBytesPerElementAndAFixedPartAreFound() {
    StraightLine line = StraightLine.through(SIZES, amounts(n -> 24 * n + 64), 8).orElseThrow();

    assertThat(line.perElement()).isEqualTo("24");
    assertThat(line.fixed()).isEqualTo(64);
    assertThat(line.residuals()).containsOnly(0L);
    assertThat(line.isConstant()).isFalse();
  }

  @Test
  void lineIsFoundThroughTheRoundingOfArrays() {
    StraightLine line =
        StraightLine.through(SIZES, amounts(n -> aligned(16 + 4 * n)), 8).orElseThrow();

    assertThat(line.perElement()).isEqualTo("4");
    assertThat(line.fixed()).isBetween(16L, 20L);
    assertThat(line.residuals()).allMatch(rest -> rest >= 0 && rest < 8);
  }

  @Test
  void fractionsOfAByteAreFound() {
    StraightLine line =
        StraightLine.through(SIZES, amounts(n -> aligned(16 + n / 8)), 8).orElseThrow();

    assertThat(line.perElement()).isEqualTo("1/8");
  }

  @Test
  void equalAmountsHaveNoSlope() {
    StraightLine line = StraightLine.through(SIZES, amounts(n -> 416), 8).orElseThrow();

    assertThat(line.isConstant()).isTrue();
    assertThat(line.perElement()).isEqualTo("0");
    assertThat(line.fixed()).isEqualTo(416);
  }

  @Test
  void aSmallSlopeIsNotConstant() {
    StraightLine line =
        StraightLine.through(SIZES, new long[] {416, 416, 416, 424}, 8).orElseThrow();

    assertThat(line.isConstant()).isFalse();
  }

  @Test
  void negativeSlopesAreFound() {
    assertThat(StraightLine.through(SIZES, amounts(n -> 100_000 - 3 * n), 8))
        .hasValueSatisfying(line -> assertThat(line.perElement()).isEqualTo("-3"));
  }

  @Test
  void curvesHaveNoLine() {
    assertThat(StraightLine.through(SIZES, amounts(n -> n * n), 8)).isEmpty();
    assertThat(
            StraightLine.through(SIZES, amounts(n -> 8 * Math.round(16 * Math.log((double) n))), 8))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1/3, 1/2, 2/5",
    "0/1, 1/8, 1/9",
    "-1/2, 1/2, 0",
    "7/2, 9/2, 4",
    "-1/2, -1/3, -2/5",
    "3999/1000, 4001/1000, 4",
    "0/1, 5/1, 1"
  })
  void slopeIsTheSimplestFraction(String lower, String upper, String simplest) {
    assertThat(Fraction.simplestBetween(fraction(lower), fraction(upper))).hasToString(simplest);
  }

  @Test
  void slopeHasTheSmallestDenominator() {
    Random random = new Random(1858);
    for (int i = 0; i < 500; i++) {
      Fraction one = Fraction.of(random.nextInt(2000) - 500, 1 + random.nextInt(300));
      Fraction other = Fraction.of(random.nextInt(2000) - 500, 1 + random.nextInt(300));
      if (one.compareTo(other) < 0) {
        Fraction found = Fraction.simplestBetween(one, other);
        assertThat(found.compareTo(one)).isPositive();
        assertThat(found.compareTo(other)).isNegative();
        assertThat(smallestDenominator(one, other))
            .as("between %s and %s", one, other)
            .isEqualTo(found.denominator().longValueExact());
      }
    }
  }

  private static long smallestDenominator(Fraction lower, Fraction upper) {
    for (long denominator = 1; ; denominator++) {
      Fraction next = Fraction.of(lower.floorOf(denominator).longValueExact() + 1, denominator);
      if (next.compareTo(upper) < 0) {
        return denominator;
      }
    }
  }

  private static Fraction fraction(String text) {
    String[] parts = text.split("/", -1);
    return Fraction.of(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
  }
}
