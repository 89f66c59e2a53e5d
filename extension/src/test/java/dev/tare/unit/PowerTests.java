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
    "0.1, sublinear (n^0.10), SUBLINEAR",
    "0.9, sublinear (n^0.90), SUBLINEAR",
    "1, linear (n^1.00), LINEAR",
    "1.85, linear (n^1.85), LINEAR",
    "1.86, quadratic (n^1.86), QUADRATIC",
    "2.5, quadratic (n^2.50), QUADRATIC",
    "2.51, cubic (n^2.51), CUBIC",
    "3.5, cubic (n^3.50), CUBIC",
    "4, beyond cubic (n^4.00), ''"
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
  }

  @Test
  void powersDoNotSubtract() {
    assertThat(Power.LINEAR.subtracts()).isFalse();
    assertThat(new Count(1).subtracts()).isTrue();
  }
}
