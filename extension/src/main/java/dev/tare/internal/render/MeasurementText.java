package dev.tare.internal.render;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Within;
import java.util.ArrayList;
import java.util.List;

/** Formats a measurement that is not judged, with the labels of a failure message. */
public final class MeasurementText {

  private MeasurementText() {}

  /** Returns one line: the figure, what was measured, the number and its interval. */
  public static String summary(TestId measured, Measurement measurement) {
    Verdict verdict = unjudged(measurement);
    String interval =
        verdict instanceof Within within ? MessageDetails.interval(within.measurement()) : "";
    return headline(measured, verdict) + interval;
  }

  /** Returns the summary and below it the lines of a failure message, without a limit. */
  public static String report(TestId measured, Measurement measurement) {
    Verdict verdict = unjudged(measurement);
    List<String> lines = new ArrayList<>(List.of(headline(measured, verdict)));
    lines.addAll(MessageDetails.whole(verdict));
    return String.join("\n", lines);
  }

  private static String headline(TestId measured, Verdict verdict) {
    return verdict instanceof Within within
        ? Headline.measured(measured, within)
        : Headline.of(measured, verdict);
  }

  private static Verdict unjudged(Measurement measurement) {
    return Budget.unlimited(measurement.figure()).judge(measurement);
  }
}
