package dev.tare.found;

import dev.tare.survival.NoSurvivors;
import java.util.List;
import java.util.Locale;
import org.apache.commons.lang3.LocaleUtils;
import org.apache.commons.lang3.time.FastDateFormat;
import org.junit.jupiter.api.Disabled;

/** Caches of Apache Commons Lang 3.20.0 that grow with each new text. */
class CommonsLangCases {

  @Disabled("fails on purpose")
  static class Failing {

    private int number;

    // tag::languages[]
    @NoSurvivors
    List<Locale> languagesOfAnUnknownCountry() {
      return LocaleUtils.languagesByCountry("u" + number++);
    }

    // end::languages[]
    // tag::pattern[]
    @NoSurvivors
    FastDateFormat formatOfANewPattern() {
      return FastDateFormat.getInstance("yyyy-MM-dd '" + number++ + "'");
    }
    // end::pattern[]
  }
}
