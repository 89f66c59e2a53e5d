package dev.tare.internal.render;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Amounts for machines: in the base unit, not grouped. */
final class MachineNumbers {

  private static final int DECIMALS = 3;

  /** Smaller amounts are ends of intervals of few readings, which bound nothing from below. */
  private static final double LEAST = 1e-9;

  private MachineNumbers() {}

  /** The amount in full: a whole number where it is one. */
  static Number of(Quantity quantity) {
    if (quantity instanceof DataSize size) {
      return size.bytes();
    }
    BigDecimal amount = amount(quantity).stripTrailingZeros();
    return amount.scale() <= 0 ? amount.toBigIntegerExact() : amount;
  }

  /** The amount with its unit, to three decimals, or three digits if it is less than one. */
  static String plain(Quantity quantity) {
    if (quantity instanceof DataSize size) {
      return size.bytes() + " B";
    }
    BigDecimal amount = amount(quantity);
    BigDecimal rounded =
        amount.compareTo(BigDecimal.ONE) < 0
            ? amount.round(new MathContext(DECIMALS, RoundingMode.HALF_EVEN))
            : amount.setScale(DECIMALS, RoundingMode.HALF_EVEN);
    String unit = quantity.unit();
    return rounded.stripTrailingZeros().toPlainString() + (unit.isEmpty() ? "" : " " + unit);
  }

  /** Items, as bytes, are whole numbers, of which a double holds only those up to 2^53. */
  private static BigDecimal amount(Quantity quantity) {
    if (quantity instanceof Count count) {
      return BigDecimal.valueOf(count.items());
    }
    double amount = quantity.amount();
    return Math.abs(amount) < LEAST ? BigDecimal.ZERO : BigDecimal.valueOf(amount);
  }
}
