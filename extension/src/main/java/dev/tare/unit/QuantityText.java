package dev.tare.unit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of all quantities: a plain decimal number, an optional space, a unit. */
record QuantityText(Map<String, Long> units, String unitNames, String example, long largest) {

  private static final Pattern FORM = Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?) ?(\\p{L}*)");

  /** The beginning of a number as messages print it, with commas between groups of digits. */
  private static final Pattern GROUPED = Pattern.compile("[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,])");

  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

  /** Returns the amount of a text in the base unit. */
  BigDecimal parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw malformed(text);
    }
    String unit = form.group(2);
    if (unit.isEmpty()) {
      throw refused(text, "the unit is missing");
    }
    Long factor = units.get(unit);
    if (factor == null) {
      throw refused(text, unknown(unit));
    }
    if (form.group(1).startsWith("-")) {
      throw refused(text, "a negative amount");
    }
    BigDecimal amount = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(factor));
    if (amount.compareTo(BigDecimal.valueOf(largest)) > 0) {
      throw refused(text, "too large");
    }
    return amount;
  }

  /**
   * Refuses a text. Commas of a message are not read: where commas are decimal points, the same
   * text is a thousandth. The example is the amount without them.
   */
  private IllegalArgumentException malformed(String text) {
    Matcher plain = FORM.matcher(text.replace(",", ""));
    return GROUPED.matcher(text).lookingAt() && plain.matches() && units.containsKey(plain.group(2))
        ? refused(text, "the number has commas", plain.group())
        : refused(text, "not a number with a unit" + invisible(text));
  }

  /** Describes what is wrong with a text that looks right; empty if nothing invisible is wrong. */
  private static String invisible(String text) {
    if (!text.equals(text.strip())) {
      return " (remove the white space around it)";
    }
    return text.codePoints()
        .filter(c -> c != ' ' && (Character.isSpaceChar(c) || isFormatting(c)))
        .mapToObj(c -> String.format(Locale.ROOT, " (the character U+%04X is in it)", c))
        .findFirst()
        .orElse("");
  }

  private static boolean isFormatting(int c) {
    return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
  }

  private String unknown(String unit) {
    boolean otherCase = units.keySet().stream().anyMatch(unit::equalsIgnoreCase);
    return "unknown unit '" + unit + "'" + (otherCase ? ", upper and lower case matter" : "");
  }

  private IllegalArgumentException refused(String text, String reason) {
    return refused(text, reason, example);
  }

  private IllegalArgumentException refused(String text, String reason, String accepted) {
    return new IllegalArgumentException(
        "\"%s\": %s; use %s, for example \"%s\"".formatted(text, reason, unitNames, accepted));
  }

  /**
   * Formats at least two significant digits without trailing zeros: 0.0004, 0.13, 1.5, 6.2, 64,
   * 1,016.
   */
  static String decimal(double number) {
    BigDecimal exact = BigDecimal.valueOf(number);
    BigDecimal rounded =
        number < 0.1
            ? exact.round(TWO_DIGITS)
            : exact.setScale(number < 1 ? 3 : number < 100 ? 1 : 0, RoundingMode.HALF_UP);
    BigDecimal plain = rounded.stripTrailingZeros();
    int shown = Math.max(0, plain.scale());
    return String.format(Locale.ROOT, "%,." + shown + "f", plain);
  }

  /** Formats all significant digits, grouped: 1,016 or 0.25. */
  static String grouped(double number) {
    BigDecimal plain = BigDecimal.valueOf(number).stripTrailingZeros();
    int shown = Math.max(0, plain.scale());
    return String.format(Locale.ROOT, "%,." + shown + "f", plain);
  }

  /**
   * Returns an amount without its fraction.
   *
   * @throws IllegalArgumentException if it is negative, not a number, or more than {@link
   *     Long#MAX_VALUE}
   */
  static long whole(double amount) {
    // 2^63 is the smallest double that is too large: Long.MAX_VALUE itself is no double
    if (!(amount >= 0 && amount < 0x1p63)) {
      throw new IllegalArgumentException("not an amount from 0 to 2^63 - 1: " + amount);
    }
    return (long) amount;
  }
}
