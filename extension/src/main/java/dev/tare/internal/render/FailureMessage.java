package dev.tare.internal.render;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.model.Verdict.Within;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formats one message for the verdicts of a test that are not within their limit, the gravest
 * first.
 *
 * <p>A message has at most 12 lines of at most 160 columns if it has at most four verdicts. Every
 * metric has the same labels in the same order. Lines are separated by {@code \n}; there is none at
 * the end.
 */
public final class FailureMessage {

  private static final int MAX_LINES = 12;

  /** Lines of a verdict below its headline if there are many verdicts. */
  private static final int MIN_DETAILS = 1;

  private static final String CONTINUATION = "    ";

  private FailureMessage() {}

  /**
   * Renders a report.
   *
   * @param report the verdicts
   * @param location path of the verdicts file; null if there is none
   */
  public static String render(Report report, @Nullable String location) {
    List<String> last = location == null ? List.of() : MessageDetails.clipped("report", location);
    List<String> lines = new ArrayList<>();
    List<Verdict> verdicts = printed(report);
    for (int i = 0; i < verdicts.size(); i++) {
      List<String> headline = headline(report, verdicts.get(i));
      int share = (MAX_LINES - last.size() - lines.size()) / (verdicts.size() - i);
      lines.addAll(headline);
      lines.addAll(
          MessageDetails.of(verdicts.get(i), Math.max(MIN_DETAILS, share - headline.size())));
    }
    lines.addAll(last);
    return String.join("\n", lines);
  }

  /** Renders all that is known of each verdict, in lines of any number and width. */
  public static String whole(Report report) {
    List<String> lines = new ArrayList<>();
    for (Verdict verdict : report.verdicts()) {
      lines.add(Headline.of(report.test(), verdict));
      lines.addAll(MessageDetails.whole(verdict));
    }
    return String.join("\n", lines);
  }

  private static List<String> headline(Report report, Verdict verdict) {
    List<String> lines = new ArrayList<>();
    for (String line :
        OneLine.wrapped(
            Headline.of(report.test(), verdict), OneLine.MAX_WIDTH - CONTINUATION.length())) {
      lines.add(lines.isEmpty() ? line : CONTINUATION + line);
    }
    return lines;
  }

  /** Returns the gravest verdict and the others that are not within their limit. */
  private static List<Verdict> printed(Report report) {
    List<Verdict> verdicts = new ArrayList<>(report.verdicts());
    verdicts.subList(1, verdicts.size()).removeIf(FailureMessage::isWithin);
    return verdicts;
  }

  private static boolean isWithin(Verdict verdict) {
    return verdict.outcome() == Outcome.WITHIN;
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
        .orElseGet(() -> Headline.word(gravest.outcome()));
  }

  /**
   * Returns a measurement that is not judged, in one line: the figure, what was measured, the
   * number and its interval.
   */
  public static String summary(TestId measured, Measurement measurement) {
    Verdict verdict = Budget.unlimited(measurement.figure()).judge(measurement);
    return verdict instanceof Within within
        ? Headline.measured(measured, within) + MessageDetails.interval(within.measurement())
        : Headline.of(measured, verdict);
  }

  /** Returns a measurement that is not judged, with the lines of a message below its headline. */
  public static String report(TestId measured, Measurement measurement) {
    Verdict verdict = Budget.unlimited(measurement.figure()).judge(measurement);
    List<String> lines = new ArrayList<>();
    lines.add(
        verdict instanceof Within within
            ? Headline.measured(measured, within)
            : Headline.of(measured, verdict));
    lines.addAll(MessageDetails.whole(verdict));
    return String.join("\n", lines);
  }
}
