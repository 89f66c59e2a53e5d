package dev.tare.internal.render;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Formats quantities: for messages with as many digits as a comparison needs, and for machines in
 * the base unit, not grouped.
 */
public final class AmountText {

  private static final int MAX_DECIMALS = 17;

  /** Largest difference that the order of floating-point operations explains. */
  private static final int MAX_ROUNDING_ULPS = 16;

  private static final int DECIMALS = 3;
  private static final int CHART_DIGITS = 6;

  /** Smaller amounts count as zero: they are lower ends of intervals from few readings. */
  private static final double MIN_NONZERO = 1e-9;

  /** The upper end of an interval without one, as the doubles round it. */
  private static final double NO_END = Math.nextDown(0x1p63);

  private AmountText() {}

  /**
   * Returns the rounded and the exact figure of a quantity that is compared with another one. If
   * two different quantities would print alike, they get more decimals: not "250 ns exceeds 250
   * ns".
   */
  static String both(Quantity quantity, Quantity other) {
    return distinguished(quantity, quantity.both(), other, other.both());
  }

  /** Returns the exact figure of a quantity that is compared with another one. */
  private static String exact(Quantity quantity, Quantity other) {
    return distinguished(quantity, quantity.exact(), other, other.exact());
  }

  /**
   * Returns the ends of a range, times and ratios rounded, all else exact; one if they print alike.
   */
  static String range(Quantity from, Quantity to) {
    String start = brief(from, to);
    String end = brief(to, from);
    return start.equals(end) ? start : start + " to " + end;
  }

  /** Returns a figure that is compared with another one: times and ratios rounded. */
  static String brief(Quantity quantity, Quantity other) {
    return quantity instanceof Elapsed || quantity instanceof Ratio
        ? distinguished(quantity, quantity.rounded(), other, other.rounded())
        : exact(quantity, other);
  }

  private static String distinguished(
      Quantity quantity, String text, Quantity other, String otherText) {
    if (!text.equals(otherText) || areEqualButForRounding(quantity.amount(), other.amount())) {
      return text;
    }
    int decimals = 1;
    while (decimals < MAX_DECIMALS
        && scaled(quantity, decimals).compareTo(scaled(other, decimals)) == 0) {
      decimals++;
    }
    String number = String.format(Locale.ROOT, "%,." + decimals + "f", scaled(quantity, decimals));
    return quantity.exact().replaceFirst("[0-9][0-9.,]*", number);
  }

  private static boolean areEqualButForRounding(double amount, double other) {
    return Math.abs(amount - other) <= MAX_ROUNDING_ULPS * Math.ulp(amount);
  }

  private static BigDecimal scaled(Quantity quantity, int decimals) {
    return BigDecimal.valueOf(quantity.amount()).setScale(decimals, RoundingMode.HALF_EVEN);
  }

  /** Formats a share for a column, with one decimal. */
  static String percentInColumn(double share) {
    return String.format(Locale.ROOT, "%,.1f %%", share * 100);
  }

  /** Formats a number with grouped digits: {@code 20,000}. */
  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns the exact amount, as a whole number if it is one. */
  static Number number(Quantity quantity) {
    BigDecimal amount = amount(quantity).stripTrailingZeros();
    return amount.scale() <= 0 ? amount.toBigIntegerExact() : amount;
  }

  /** Returns a number rounded to six digits, which are enough for a chart. */
  static Number rounded(double number) {
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
