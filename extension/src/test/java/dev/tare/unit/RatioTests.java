package dev.tare.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatioTests {

  @Test
  void ratioPrintsTwoOrThreeDecimals() {
    Ratio ratio = new Ratio(1.1437);
    assertThat(ratio.both()).isEqualTo("1.14x");
    assertThat(ratio).hasToString("1.14x");
    assertThat(ratio.exact()).isEqualTo("1.144x");
    assertThat(ratio.unit()).isEqualTo("x");
  }

  @Test
  void smallRatioPrintsSignificantDigits() {
    Ratio ratio = new Ratio(3.2654e-7);
    assertThat(ratio.rounded()).isEqualTo("0.00000033x");
    assertThat(ratio.exact()).isEqualTo("0.000000327x");
    assertThat(new Ratio(1e-9).rounded()).isEqualTo("0.0000000010x");
    assertThat(new Ratio(1e-127).rounded()).isEqualTo("less than 0.000000001x");
    assertThat(new Ratio(1e-127).exact()).isEqualTo("less than 0.000000001x");
    assertThat(new Ratio(0.1).exact()).isEqualTo("0.100x");
    assertThat(new Ratio(0.0996).rounded()).isEqualTo("0.10x");
    assertThat(new Ratio(0.0984).exact()).isEqualTo("0.0984x");
  }

  @Test
  void ratiosOfAndToNothingArePrintedInWords() {
    assertThat(new Ratio(0).exact()).isEqualTo("0x");
    assertThat(new Ratio(1e12).rounded()).isEqualTo("more than 1,000,000,000x");
  }

  @ParameterizedTest
  @CsvSource({
    "1.10, 1.10",
    "1.05, 1.05",
    "1.101, 1.11",
    "0.001, 0.001",
    "0.00037215, 0.00038",
    "0.0999, 0.10",
    "2, 2.00",
    "1e6, 1000000.00",
    // no limit is larger
    "1.1e6, ''"
  })
  void budgetHasTwoDecimalsRoundedUp(double times, String text) {
    assertThat(new Ratio(times).asBudget()).isEqualTo(text);
  }

  @Test
  void budgetParsesBackAndIsNeverSmaller() {
    assertThat(new Random(42).doubles(20_000, 1e-6, 1e3).boxed())
        .allSatisfy(
            times ->
                assertThat(Double.parseDouble(new Ratio(times).asBudget()))
                    .isBetween(times, times + 0.0101));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void invalidRatioIsRefused(double times) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Ratio(times))
        .withMessage("a ratio must be finite and not negative, for example 1.10; it is " + times);
  }

  @Test
  void ratiosCompareByQuotient() {
    assertThat(new Ratio(1.1).compare(new Ratio(1.2))).isNegative();
    assertThat(new Ratio(1.1).compare(new Ratio(1.1))).isZero();
    assertThat(new Ratio(1.1).withAmount(2).amount()).isEqualTo(2);
  }
}
