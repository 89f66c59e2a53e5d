package dev.tare.internal.render;

import dev.tare.unit.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Amounts for machines: in the base unit, not grouped, never with an exponent. */
final class Numbers {

  private static final int DECIMALS = 3;

  private Numbers() {}

  /** The amount: a whole number where it is one. */
  static Number of(Quantity quantity) {
    BigDecimal amount = new BigDecimal(BigDecimal.valueOf(quantity.amount()).toPlainString());
    BigDecimal stripped = amount.stripTrailingZeros();
    return stripped.scale() <= 0 ? stripped.toBigIntegerExact() : stripped;
  }

  /** The amount with its unit, to three decimals, or three digits if it is less than one. */
  static String plain(Quantity quantity) {
    BigDecimal amount = BigDecimal.valueOf(quantity.amount());
    BigDecimal rounded =
        amount.compareTo(BigDecimal.ONE) < 0
            ? amount.round(new MathContext(DECIMALS, RoundingMode.HALF_EVEN))
            : amount.setScale(DECIMALS, RoundingMode.HALF_EVEN);
    String unit = quantity.unit();
    return rounded.stripTrailingZeros().toPlainString() + (unit.isEmpty() ? "" : " " + unit);
  }
}
