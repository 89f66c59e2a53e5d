package dev.tare.broken.unit;

import java.util.Locale;

final class FormatsInDefaultLocale {

  private final String format;

  FormatsInDefaultLocale(String format) {
    this.format = format;
  }

  static String formatted(int number) {
    return "%s of %,d".formatted("one", number);
  }

  static String formats(double number) {
    return String.format("%.2f", number);
  }

  static String beside(int number) {
    return String.format(Locale.ROOT, "%d", number) + "%s, %x".formatted("twice", number);
  }

  String unseen(int number) {
    return format.formatted(number);
  }
}
