package dev.tare.unit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammar that all quantities share: a plain decimal number, an optional space, a unit. */
record QuantityText(Map<String, Long> units, String unitNames, String example, long largest) {

  private static final Pattern FORM = Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?) ?(\\p{L}*)");

  /** The amount in the base unit. */
  BigDecimal parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw refused(text, "not a number with a unit");
    }
    String unit = form.group(2);
    if (unit.isEmpty()) {
      throw refused(text, "the unit is missing");
    }
    Long factor = units.get(unit);
    if (factor == null) {
      throw refused(text, "unknown unit '" + unit + "'");
    }
    BigDecimal amount = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(factor));
    if (amount.signum() < 0) {
      throw refused(text, "a negative amount");
    }
    if (amount.compareTo(BigDecimal.valueOf(largest)) > 0) {
      throw refused(text, "too large");
    }
    return amount;
  }

  private IllegalArgumentException refused(String text, String reason) {
    return new IllegalArgumentException(
        "\"%s\": %s; use %s, for example \"%s\"".formatted(text, reason, unitNames, example));
  }

  /** At least two significant digits, none of them needless: 0.13, 1.5, 6.2, 64, 1,016. */
  static String decimal(double number) {
    int places = number < 1 ? 3 : number < 100 ? 1 : 0;
    BigDecimal rounded = BigDecimal.valueOf(number).setScale(places, RoundingMode.HALF_EVEN);
    BigDecimal plain = rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
    int shown = Math.max(0, plain.scale());
    return String.format(Locale.ROOT, "%,." + shown + "f", plain);
  }
}
