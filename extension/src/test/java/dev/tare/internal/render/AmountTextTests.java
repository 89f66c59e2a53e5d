package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTextTests {

  @Test
  void differentFiguresGetDecimalsThatDiffer() {
    assertThat(AmountText.both(new Elapsed(250.4), new Elapsed(250))).isEqualTo("250.4 ns");
    assertThat(AmountText.both(new Elapsed(250), new Elapsed(250.4))).isEqualTo("250.0 ns");
    assertThat(AmountText.both(new Ratio(1.104), new Ratio(1.1))).isEqualTo("1.104x");
    assertThat(AmountText.exact(new Elapsed(2_000_000.25), new Elapsed(2_000_000)))
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
  void differenceIsNeverPrintedAsZero() {
    assertThat(AmountText.difference(new Ratio(1.104), new Ratio(1.1))).isEqualTo("0.0040x");
    assertThat(AmountText.difference(new Ratio(1.25), new Ratio(1.1))).isEqualTo("0.15x");
    assertThat(AmountText.difference(new DataSize(6_336), new DataSize(4_096)))
        .isEqualTo("2.2 KiB (2,240 B)");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0 %",
    "0.0001, less than 0.1 %",
    "0.001, 0.1 %",
    "0.047, 4.7 %",
    "0.0999, 10.0 %",
    "0.1, 10 %",
    "0.546875, 55 %",
    "123.456, '12,346 %'",
  })
  void shareIsFormattedAsPercent(double share, String text) {
    assertThat(AmountText.percent(share)).isEqualTo(text);
  }
}
