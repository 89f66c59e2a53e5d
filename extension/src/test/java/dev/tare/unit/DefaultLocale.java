package dev.tare.unit;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs code as on the machine of someone whose digits, points and letter cases are others. There is
 * one default locale for all threads, so tests that use this are isolated.
 */
public final class DefaultLocale {

  private DefaultLocale() {}

  /** Locales that differ in what number formats and case conversion do. */
  public static Stream<Locale> all() {
    return Stream.of("", "de-DE", "ar-EG", "tr-TR", "hi-IN-u-nu-deva").map(Locale::forLanguageTag);
  }

  /** What the code answers under the locale; the locale that was there before comes back. */
  public static <T> T under(Locale locale, Supplier<T> code) {
    Locale before = Locale.getDefault();
    Locale.setDefault(locale);
    try {
      return code.get();
    } finally {
      Locale.setDefault(before);
    }
  }
}
