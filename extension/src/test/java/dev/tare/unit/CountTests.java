package dev.tare.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountTests {

  @Test
  void countPrintsGroupedWithoutAUnit() {
    Count count = new Count(12_345);
    assertThat(count.exact()).isEqualTo("12,345");
    assertThat(count.both()).isEqualTo("12,345");
    assertThat(count).hasToString("12,345");
    assertThat(count.unit()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 12_345, Long.MAX_VALUE})
  void countParsesBackFromItsBudget(long items) {
    assertThat(Long.parseLong(new Count(items).asBudget())).isEqualTo(items);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -0.5, Double.NaN, 0x1p63})
  void invalidAmountIsRefused(double amount) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Count(1).withAmount(amount));
  }

  @Test
  void countTakesAnotherAmount() {
    assertThat(new Count(1).withAmount(3.7)).isEqualTo(new Count(3));
  }

  @Test
  void negativeCountIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Count(-1))
        .withMessageContaining("-1");
  }

  @Test
  void countsCompareByItems() {
    assertThat(new Count(1).compare(new Count(2))).isNegative();
    assertThat(new Count(2).compare(new Count(2))).isZero();
  }
}
