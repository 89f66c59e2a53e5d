package dev.tare.internal.render;

import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formats one message for all verdicts of a test: the gravest first, its headline alone on line 1,
 * verdicts within their limit in one line each.
 *
 * <p>Every metric has the same labels in the same order. Lines are separated by {@code \n}; there
 * is none at the end.
 */
public final class FailureMessage {

  /** Maximum number of lines of a message with one verdict that has a path. */
  static final int MAX_LINES = 15;

  private FailureMessage() {}

  /**
   * Renders a report.
   *
   * @param report the verdicts
   * @param location path of the verdicts file; null if there is none
   */
  public static String render(Report report, @Nullable String location) {
    List<String> lines = new ArrayList<>();
    List<String> withinLimit = new ArrayList<>();
    long within =
        report.verdicts().stream()
            .skip(1)
            .filter(verdict -> verdict.outcome() == Outcome.WITHIN)
            .count();
    int maxDetails = MAX_LINES - 1 - (int) within - (location == null ? 0 : 1);
    for (Verdict verdict : report.verdicts()) {
      if (verdict.outcome() == Outcome.WITHIN && !lines.isEmpty()) {
        withinLimit.add(Headline.brief(verdict));
      } else {
        lines.add(Headline.of(report.test(), verdict));
        lines.addAll(MessageDetails.of(verdict, maxDetails));
      }
    }
    lines.addAll(MessageDetails.labelled("within", withinLimit));
    if (location != null) {
      lines.addAll(MessageDetails.labelled("report", List.of(location)));
    }
    return String.join("\n", lines);
  }

  /**
   * Returns the limit of the gravest verdict, for the comparison that an IDE shows: {@code at most
   * 4 KiB (4,096 B)}.
   */
  public static String expected(Report report) {
    Verdict gravest = report.verdicts().get(0);
    Quantity limit = gravest.budget().limit();
    if (limit == null) {
      return "no limit";
    }
    boolean isLess =
        gravest.outcome() == Outcome.EXCEEDED
            && gravest.observed().filter(observed -> Headline.isLess(observed, limit)).isPresent();
    return (isLess ? "" : "at most ") + Headline.limitText(gravest, limit);
  }

  /** Returns the figure of the gravest verdict: {@code 6.2 KiB (6,336 B)}, or its outcome. */
  public static String actual(Report report) {
    Verdict gravest = report.verdicts().get(0);
    return gravest
        .observed()
        .map(observed -> Headline.value(gravest, observed))
        .orElseGet(() -> OutcomeWords.word(gravest.outcome()));
  }
}
