package dev.tare.internal.render;

import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Inconclusive;
import dev.tare.model.Verdict.Unmeasured;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.util.Locale;
import java.util.Optional;

/** Formats the first line of a verdict, the only one in a build's summary. */
public final class Headline {

  private static final int MAX_TEST_WIDTH = 160;

  /**
   * Beginning of the noun of a growth, whose line has a verb: {@code Time of test() grows with}.
   */
  private static final String GROWTH = "growth of ";

  private Headline() {}

  /** Returns the line of a number that is not judged. */
  static String measured(Report.TestId test, Verdict.Within verdict) {
    return capitalized(subject(name(test), verdict)) + ": " + value(verdict, verdict.measurement());
  }

  private static String subject(String name, Verdict verdict) {
    return verdict.budget().figure().noun() + " of " + name;
  }

  private static boolean isGrowth(Verdict verdict) {
    return verdict.budget().figure().noun().startsWith(GROWTH)
        && verdict.observed().filter(one -> one.value() instanceof Power).isPresent();
  }

  private static String growing(String subject, Figure figure) {
    return subject.substring(GROWTH.length()) + (figure.plural() ? " grow with " : " grows with ");
  }

  private static String name(Report.TestId test) {
    return OneLine.clipped(test.shortName(), MAX_TEST_WIDTH);
  }

  /** Returns the first line of a verdict. */
  public static String of(Report.TestId test, Verdict verdict) {
    String name = name(test);
    String subject = subject(name, verdict);
    // the display name of an invocation may end in a number
    String beforeNumber =
        isGrowth(verdict)
            ? growing(subject, verdict.budget().figure())
            : subject + (test.invocation().isEmpty() ? " " : ": ");
    if (verdict instanceof Unmeasured unmeasured) {
      return "unmeasured: "
          + subject
          + limitSuffix(verdict)
          + ": "
          + OneLine.of(unmeasured.reason());
    }
    if (verdict instanceof Inconclusive inconclusive) {
      String start =
          verdict
              .observed()
              .map(observed -> beforeNumber + value(verdict, observed))
              .orElse(subject);
      return "inconclusive: "
          + start
          + limitSuffix(verdict)
          + ": "
          + OneLine.of(inconclusive.reason());
    }
    return metricHeadline(verdict)
        .map(headline -> headline + " " + name)
        .orElseGet(() -> capitalized(beforeNumber) + comparison(verdict));
  }

  /** Returns the first line that the metric itself provides for an exceeded limit. */
  static Optional<String> metricHeadline(Verdict verdict) {
    return verdict.outcome() == Verdict.Outcome.EXCEEDED
        ? verdict.observed().flatMap(Headline::headlineNote)
        : Optional.empty();
  }

  private static Optional<String> headlineNote(Observed observed) {
    return Optional.ofNullable(observed.breakdown()).stream()
        .flatMap(breakdown -> breakdown.notes().stream())
        .filter(note -> note.id().equals(Remark.HEADLINE))
        .map(note -> OneLine.of(note.text()))
        .findFirst();
  }

  /** Returns the verdict in one line of a list, below the headline of a graver one. */
  static String brief(Verdict verdict) {
    String number = verdict.observed().map(observed -> value(verdict, observed)).orElse("");
    return verdict.budget().figure().noun() + " " + number + limitSuffix(verdict);
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

  /** Returns the value with a verb and the limit: {@code 6.2 KiB (6,336 B) exceed 4 KiB}. */
  private static String comparison(Verdict verdict) {
    Observed observed = verdict.observed().orElseThrow();
    Quantity limit = verdict.budget().limit();
    if (limit == null) {
      return value(verdict, observed) + ", no limit";
    }
    if (isGrowth(verdict)) {
      return value(verdict, observed) + limitSuffix(verdict);
    }
    return value(verdict, observed)
        + " "
        + verb(verdict.budget().figure(), verdict.outcome(), isLess(observed, limit))
        + " "
        + limitText(verdict, limit);
  }

  /** Returns whether a value is less than its limit, which fails if the limit is an exact size. */
  static boolean isLess(Observed observed, Quantity limit) {
    return observed.value().compare(limit) < 0;
  }

  private static String verb(Figure figure, Verdict.Outcome outcome, boolean less) {
    if (outcome == Verdict.Outcome.EXCEEDED && less) {
      return figure.plural() ? "are less than" : "is less than";
    }
    if (outcome == Verdict.Outcome.EXCEEDED) {
      return figure.plural() ? "exceed" : "exceeds";
    }
    return figure.plural() ? "are within" : "is within";
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
