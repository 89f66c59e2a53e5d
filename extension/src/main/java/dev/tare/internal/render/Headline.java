package dev.tare.internal.render;

import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Inconclusive;
import dev.tare.model.Verdict.Outcome;
import dev.tare.model.Verdict.Unmeasured;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Formats the first line of a verdict, the only one in a build's summary. */
public final class Headline {

  /** Columns of a name with arguments, so that both figures fit on the first line. */
  private static final int MAX_NAME_WIDTH = 90;

  /** Columns that the arguments of a test have at least. */
  private static final int MIN_ARGUMENTS = 24;

  /**
   * Beginning of the noun of a growth, whose line has a verb: {@code Time of test() grows with}.
   */
  private static final String GROWTH = "growth of ";

  private Headline() {}

  /** Returns an outcome as a word: {@code exceeded}. */
  static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }

  /** Returns class and method as they are, and as much of the arguments as fits a width. */
  static String name(TestId test, int width) {
    String method = OneLine.of(new TestId(test.className(), test.method(), "").shortName());
    int left = Math.max(MIN_ARGUMENTS, width - method.length() - 1);
    return test.invocation().isEmpty()
        ? method
        : method + " " + OneLine.clipped(test.invocation(), left);
  }

  /** Returns the line of a number that is not judged. */
  static String measured(TestId test, Verdict.Within verdict) {
    return capitalized(subject(test, verdict)) + ": " + value(verdict, verdict.measurement());
  }

  private static String subject(TestId test, Verdict verdict) {
    return verdict.budget().figure().noun() + " of " + name(test, MAX_NAME_WIDTH);
  }

  /** Returns the first line of a verdict. */
  public static String of(TestId test, Verdict verdict) {
    Optional<String> ofMetric = ofMetric(verdict);
    if (ofMetric.isPresent()) {
      return ofMetric.get() + " " + name(test, MAX_NAME_WIDTH);
    }
    String start =
        verdict
            .observed()
            .map(observed -> beforeNumber(test, verdict, observed) + value(verdict, observed))
            .orElseGet(() -> subject(test, verdict));
    String reason = reason(verdict);
    return reason == null
        ? capitalized(start) + comparison(verdict)
        : word(verdict.outcome()) + ": " + start + limitSuffix(verdict) + ": " + OneLine.of(reason);
  }

  private static String beforeNumber(TestId test, Verdict verdict, Observed observed) {
    String subject = subject(test, verdict);
    if (isGrowth(verdict, observed)) {
      boolean plural = verdict.budget().figure().plural();
      return subject.substring(GROWTH.length()) + (plural ? " grow with " : " grows with ");
    }
    // the display name of an invocation may end in a number
    return subject + (test.invocation().isEmpty() ? " " : ": ");
  }

  private static boolean isGrowth(Verdict verdict, Observed observed) {
    return verdict.budget().figure().noun().startsWith(GROWTH) && observed.value() instanceof Power;
  }

  /** Returns the reason of an unmeasured or inconclusive verdict; null if there is none. */
  static @Nullable String reason(Verdict verdict) {
    if (verdict.outcome() == Outcome.UNMEASURED) {
      return ((Unmeasured) verdict).reason();
    }
    return verdict.outcome() == Outcome.INCONCLUSIVE ? ((Inconclusive) verdict).reason() : null;
  }

  /** Returns the line that an unmeasured test needs; null for other verdicts. */
  static @Nullable String remedy(Verdict verdict) {
    return verdict.outcome() == Outcome.UNMEASURED ? ((Unmeasured) verdict).remedy() : null;
  }

  /** Returns the first line that the metric itself provides for an exceeded limit. */
  static Optional<String> ofMetric(Verdict verdict) {
    return verdict.outcome() == Outcome.EXCEEDED
        ? verdict.observed().map(Observed::breakdown).stream()
            .flatMap(breakdown -> breakdown.notes().stream())
            .filter(note -> note.id().equals(Remark.HEADLINE))
            .map(note -> OneLine.of(note.text()))
            .findFirst()
        : Optional.empty();
  }

  /** Returns the rounded and the exact measured value. */
  static String value(Verdict verdict, Observed observed) {
    Quantity limit = verdict.budget().limit();
    return limit == null ? observed.value().both() : AmountText.both(observed.value(), limit);
  }

  /** Returns the limit, with enough digits to differ from the measured value. */
  static String limitText(Verdict verdict, Quantity limit) {
    return verdict
        .observed()
        .map(observed -> AmountText.both(limit, observed.value()))
        .orElseGet(limit::both);
  }

  /** Returns a verb and the limit, which follow the value: {@code exceed 4 KiB}. */
  private static String comparison(Verdict verdict) {
    Observed observed = verdict.observed().orElseThrow();
    Quantity limit = verdict.budget().limit();
    if (limit == null) {
      return ", no limit";
    }
    if (isGrowth(verdict, observed)) {
      return limitSuffix(verdict);
    }
    boolean isLess = isLess(observed, limit);
    return " "
        + verb(verdict.budget().figure(), verdict.outcome() == Outcome.EXCEEDED, isLess)
        + " "
        + limitText(verdict, limit);
  }

  /** Returns whether a value is less than its limit, which fails if the limit is an exact size. */
  static boolean isLess(Observed observed, Quantity limit) {
    return observed.value().compare(limit) < 0;
  }

  private static String verb(Figure figure, boolean isExceeded, boolean isLess) {
    if (isExceeded && !isLess) {
      return figure.plural() ? "exceed" : "exceeds";
    }
    return (figure.plural() ? "are " : "is ") + (isExceeded ? "less than" : "within");
  }

  private static String limitSuffix(Verdict verdict) {
    Quantity limit = verdict.budget().limit();
    return limit == null ? "" : ", limit " + limitText(verdict, limit);
  }

  private static String capitalized(String text) {
    int first = text.offsetByCodePoints(0, 1);
    return text.substring(0, first).toUpperCase(Locale.ROOT) + text.substring(first);
  }
}
