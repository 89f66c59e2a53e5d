package dev.tare.internal.render;

import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats quantities for messages, with as many digits as a comparison needs. */
public final class AmountText {

  private static final int MAX_DECIMALS = 17;

  /** Largest difference that the order of floating-point operations explains. */
  private static final int MAX_ROUNDING_ULPS = 16;

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
    return prefix(quantity) + number + suffix(quantity);
  }

  private static boolean areEqualButForRounding(double amount, double other) {
    return Math.abs(amount - other) <= MAX_ROUNDING_ULPS * Math.ulp(amount);
  }

  private static BigDecimal scaled(Quantity quantity, int decimals) {
    return BigDecimal.valueOf(quantity.amount()).setScale(decimals, RoundingMode.HALF_EVEN);
  }

  /** Returns what a quantity prints before its number: {@code n^} of a power. */
  private static String prefix(Quantity quantity) {
    return quantity.exact().replaceFirst("[0-9].*$", "");
  }

  /** Returns the unit as the quantity prints it, with or without a space before it. */
  private static String suffix(Quantity quantity) {
    return quantity.exact().replaceFirst("^\\D*[0-9.,]+", "");
  }

  /** Formats a share for a column, with one decimal. */
  static String percentInColumn(double share) {
    return String.format(Locale.ROOT, "%,.1f %%", share * 100);
  }

  /** Formats a number with grouped digits: {@code 20,000}. */
  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
