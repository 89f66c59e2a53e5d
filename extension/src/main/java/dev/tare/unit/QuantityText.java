package dev.tare.unit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses quantities, written as a decimal number, an optional space and a unit; formats numbers.
 */
record QuantityText(Map<String, Long> units, String unitNames, String example) {

  private static final Pattern NUMBER_WITH_UNIT =
      Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?) ?(\\p{L}*)");

  /** The beginning of a number as messages print it, with commas between groups of digits. */
  private static final Pattern GROUPED_NUMBER =
      Pattern.compile("[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,])");

  private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf(Long.MAX_VALUE);

  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

  /** Parses a text and returns its amount in the base unit. */
  BigDecimal parse(String text) {
    Matcher matcher = NUMBER_WITH_UNIT.matcher(text);
    if (!matcher.matches()) {
      throw malformedNumber(text);
    }
    String unit = matcher.group(2);
    if (unit.isEmpty()) {
      throw refused(text, "the unit is missing");
    }
    Long factor = units.get(unit);
    if (factor == null) {
      throw refused(text, unknownUnit(unit));
    }
    if (matcher.group(1).startsWith("-")) {
      throw refused(text, "a negative amount");
    }
    BigDecimal amount = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(factor));
    if (amount.compareTo(MAX_AMOUNT) > 0) {
      throw refused(text, "too large");
    }
    return amount;
  }

  /**
   * Returns the refusal of a text. A number with commas, as messages print it, is refused, too: in
   * some countries commas are decimal points, and the number would be a thousandth. The example in
   * the refusal is then the number without commas.
   */
  private IllegalArgumentException malformedNumber(String text) {
    Matcher withoutCommas = NUMBER_WITH_UNIT.matcher(text.replace(",", ""));
    return GROUPED_NUMBER.matcher(text).lookingAt()
            && withoutCommas.matches()
            && units.containsKey(withoutCommas.group(2))
        ? refused(text, "the number has commas", withoutCommas.group())
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

  private String unknownUnit(String unit) {
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
    BigDecimal stripped = rounded.stripTrailingZeros();
    int decimals = Math.max(0, stripped.scale());
    return String.format(Locale.ROOT, "%,." + decimals + "f", stripped);
  }

  /** Formats all significant digits, grouped: 1,016 or 0.25. */
  static String grouped(double number) {
    BigDecimal stripped = BigDecimal.valueOf(number).stripTrailingZeros();
    int decimals = Math.max(0, stripped.scale());
    return String.format(Locale.ROOT, "%,." + decimals + "f", stripped);
  }

  /**
   * Returns an amount without its fraction.
   *
   * @throws IllegalArgumentException if it is negative, not a number, or more than {@link
   *     Long#MAX_VALUE}
   */
  static long whole(double amount) {
    // Long.MAX_VALUE is not a double; 2^63 is the smallest double that is too large
    if (!(amount >= 0 && amount < 0x1p63)) {
      throw new IllegalArgumentException("not an amount from 0 to 2^63 - 1: " + amount);
    }
    return (long) amount;
  }
}
