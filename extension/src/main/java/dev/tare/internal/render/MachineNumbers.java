package dev.tare.internal.render;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats amounts for machines: in the base unit, not grouped. */
public final class MachineNumbers {

  private static final int DECIMALS = 3;
  private static final int CHART_DIGITS = 6;

  /** Smaller amounts count as zero: they are lower ends of intervals from few readings. */
  private static final double MIN_NONZERO = 1e-9;

  /** The upper end of an interval without one, as the doubles round it. */
  private static final double NO_END = Math.nextDown(0x1p63);

  private MachineNumbers() {}

  /** Returns the exact amount, as a whole number if it is one. */
  public static Number of(Quantity quantity) {
    BigDecimal amount = amount(quantity).stripTrailingZeros();
    return amount.scale() <= 0 ? amount.toBigIntegerExact() : amount;
  }

  /** Returns a number rounded to six digits, which are enough for a chart. */
  public static Number rounded(double number) {
    BigDecimal rounded =
        BigDecimal.valueOf(number).round(new MathContext(CHART_DIGITS)).stripTrailingZeros();
    return rounded.scale() <= 0 ? rounded.toBigIntegerExact() : rounded;
  }

  /**
   * Returns the amount with its unit, to three decimals, or three digits if it is less than one.
   */
  static String plain(Quantity quantity) {
    BigDecimal amount = amount(quantity);
    BigDecimal rounded =
        amount.compareTo(BigDecimal.ONE) < 0
            ? amount.round(new MathContext(DECIMALS, RoundingMode.HALF_EVEN))
            : amount.setScale(DECIMALS, RoundingMode.HALF_EVEN);
    String unit = quantity.unit();
    return rounded.stripTrailingZeros().toPlainString() + (unit.isEmpty() ? "" : " " + unit);
  }

  /** Returns the amount. A whole one is not converted to double, which is exact only up to 2^53. */
  private static BigDecimal amount(Quantity quantity) {
    double amount = quantity.amount();
    if (amount >= NO_END) {
      return BigDecimal.valueOf(Long.MAX_VALUE);
    }
    if (quantity instanceof DataSize size) {
      return BigDecimal.valueOf(size.bytes());
    }
    if (quantity instanceof Count count) {
      return BigDecimal.valueOf(count.items());
    }
    return Math.abs(amount) < MIN_NONZERO ? BigDecimal.ZERO : BigDecimal.valueOf(amount);
  }
}
