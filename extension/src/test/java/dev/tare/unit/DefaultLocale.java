package dev.tare.unit;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs code under a default locale with other digits, decimal points and letter cases. The default
 * locale applies to all threads, so tests that use this are isolated.
 */
public final class DefaultLocale {

  private DefaultLocale() {}

  /** Locales that differ in what number formats and case conversion do. */
  public static Stream<Locale> all() {
    return Stream.of("", "de-DE", "ar-EG", "tr-TR", "hi-IN-u-nu-deva").map(Locale::forLanguageTag);
  }

  /** Returns the result of the code under a locale, then restores the previous locale. */
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
