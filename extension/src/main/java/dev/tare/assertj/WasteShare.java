package dev.tare.assertj;

import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Wasted bytes as a percentage of what a value reaches: {@code 99.5 % (4,020 B)}.
 *
 * @param amount the bytes
 * @param reached the bytes of everything that the value reaches
 */
record WasteShare(double amount, double reached) implements Quantity {

  @Override
  public String unit() {
    return "B";
  }

  @Override
  public String exact() {
    return new DataSize((long) amount).exact();
  }

  @Override
  public String rounded() {
    return percent(RoundingMode.HALF_UP);
  }

  /** Returns the percentage, rounded up, so that it passes as a limit. */
  @Override
  public String asBudget() {
    return percent(RoundingMode.CEILING);
  }

  private String percent(RoundingMode mode) {
    BigDecimal percent =
        BigDecimal.valueOf(amount * 100).divide(BigDecimal.valueOf(reached), 1, mode);
    return percent.stripTrailingZeros().toPlainString() + " %";
  }

  /** Returns false: a message that has a percentage of a percentage is misread. */
  @Override
  public boolean subtracts() {
    return false;
  }

  @Override
  public WasteShare withAmount(double bytes) {
    return new WasteShare(bytes, reached);
  }
}
