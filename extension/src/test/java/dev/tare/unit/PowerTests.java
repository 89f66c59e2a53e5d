package dev.tare.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PowerTests {

  @ParameterizedTest
  @CsvSource({
    "0, constant (n^0.00), CONSTANT",
    "0.1, n^0.1 (n^0.10), SUBLINEAR",
    "0.9, less than n (n^0.90), SUBLINEAR",
    "1, n (n^1.00), LINEAR",
    "1.04, n (n^1.04), LINEAR",
    "1.5, n^1.5 (n^1.50), LINEAR",
    "1.85, n (n^1.85), LINEAR",
    "1.97, n² (n^1.97), QUADRATIC",
    "2.5, n² (n^2.50), QUADRATIC",
    "2.51, n^2.5 (n^2.51), CUBIC",
    "3.5, n³ (n^3.50), CUBIC",
    "4, n^4.0 (n^4.00), ''"
  })
  void powerHasANameAndAnExponent(double exponent, String both, String budget) {
    assertThat(new Power(exponent).both()).isEqualTo(both);
    assertThat(new Power(exponent).asBudget()).isEqualTo(budget);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
  void invalidExponentIsRefused(double exponent) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Power(exponent));
  }

  @Test
  void powersCompareByExponent() {
    assertThat(new Power(1).compare(Power.LINEAR)).isNegative();
    assertThat(new Power(2).compare(Power.LINEAR)).isPositive();
    assertThat(Power.LINEAR.withAmount(1.85).compare(Power.LINEAR)).isZero();
    assertThat(Power.LINEAR.withAmount(Double.MIN_NORMAL).compare(Power.CONSTANT)).isZero();
  }

  @Test
  void powersDoNotSubtract() {
    assertThat(Power.LINEAR.subtracts()).isFalse();
    assertThat(new Count(1).subtracts()).isTrue();
  }
}
