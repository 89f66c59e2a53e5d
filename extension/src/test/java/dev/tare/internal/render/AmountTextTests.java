package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class AmountTextTests {

  @Test
  void differentFiguresGetDecimalsThatDiffer() {
    assertThat(AmountText.both(new Elapsed(250.4), new Elapsed(250))).isEqualTo("250.4 ns");
    assertThat(AmountText.both(new Elapsed(250), new Elapsed(250.4))).isEqualTo("250.0 ns");
    assertThat(AmountText.both(new Ratio(1.104), new Ratio(1.1))).isEqualTo("1.104x");
    assertThat(AmountText.both(new Elapsed(2_000_000.25), new Elapsed(2_000_000)))
        .isEqualTo("2,000,000.2 ns");
  }

  @Test
  void equalAndDistantFiguresGetNoFurtherDecimals() {
    assertThat(AmountText.both(new Elapsed(250.4), new Elapsed(250.4))).isEqualTo("250 ns");
    assertThat(AmountText.both(new Elapsed(250.4), new Elapsed(100))).isEqualTo("250 ns");
    assertThat(AmountText.both(new DataSize(4_097), new DataSize(4_096)))
        .isEqualTo("4 KiB (4,097 B)");
  }

  // rounding of sums in another order, not a difference
  @Test
  void figuresThatDifferBySixteenUlpsPrintAlike() {
    double other = 250 + 16 * Math.ulp(250.0);

    assertThat(AmountText.both(new Elapsed(250), new Elapsed(other))).isEqualTo("250 ns");
    assertThat(AmountText.both(new Elapsed(250), new Elapsed(other + Math.ulp(250.0))))
        .matches("250\\.0+ ns");
  }

  @Test
  void timesOfATableAreRoundedAndSizesExact() {
    assertThat(AmountText.brief(new Elapsed(858_788), new Elapsed(1_000_000))).isEqualTo("859 us");
    assertThat(AmountText.brief(new DataSize(6_336), new DataSize(4_096))).isEqualTo("6,336 B");
  }

  @Test
  void lowerEndIsZeroForAnIntervalOfFewReadings() {
    assertThat(AmountText.plain(new Elapsed(1e-127))).isEqualTo("0 ns");
    assertThat(AmountText.number(new Elapsed(Double.MIN_NORMAL))).isEqualTo(BigInteger.ZERO);
    assertThat(AmountText.plain(new Elapsed(0.0004))).isEqualTo("0.0004 ns");
  }
}
