package dev.tare.internal.plain;

import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rewords advice on annotations for code that has none: {@code runs = 5} becomes {@code
 * withRuns(5)}.
 */
final class PlainWording {

  /** An assignment of an attribute that has an option of the same name. */
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "\\b(runs|warmups|scope|statistic|operations|threads|warmupTime"
              + "|measurementTime|calls|rounds|depth|profile|layout)"
              + " = (\"[^\"]*\"|[A-Za-z0-9_]+(?:\\.[A-Za-z0-9_]+)*)");

  /** Advice that makes no sense without an annotation, each with its replacement. */
  private static final List<List<String>> REPLACEMENTS =
      List.of(
          List.of(", or no @Test beside the annotation", ""),
          List.of("a longer measurementTime", "a longer withMeasurementTime"),
          List.of("equalResults = false", "withDifferentResults()"),
          List.of(
              "return the object, or call retained.hold(value)", "return an object from the body"));

  private PlainWording() {}

  /** Returns the measurement with reworded reasons, remedies and distortions. */
  static Measurement reword(Measurement measurement) {
    if (measurement instanceof Missing missing) {
      return new Missing(missing.figure(), reword(missing.reason()), reword(missing.remedy()));
    }
    if (measurement instanceof Doubtful doubtful) {
      return new Doubtful(
          doubtful.figure(), reword(doubtful.reason()), rewordNullable(doubtful.observed()));
    }
    return rewordDistortions((Observed) measurement);
  }

  private static @Nullable Observed rewordNullable(@Nullable Observed observed) {
    return observed == null ? null : rewordDistortions(observed);
  }

  private static Observed rewordDistortions(Observed observed) {
    return observed.withDistortions(
        observed.distortions().stream()
            .map(remark -> new Remark(remark.id(), reword(remark.form()), remark.facts()))
            .toList());
  }

  /** Returns a reworded text. */
  static String reword(String text) {
    String reworded = text;
    for (List<String> pair : REPLACEMENTS) {
      reworded = reworded.replace(pair.get(0), pair.get(1));
    }
    return ATTRIBUTE
        .matcher(reworded)
        .replaceAll(
            option ->
                Matcher.quoteReplacement(
                    "with%s%s(%s)"
                        .formatted(
                            option.group(1).substring(0, 1).toUpperCase(Locale.ROOT),
                            option.group(1).substring(1),
                            option.group(2))));
  }
}
