package dev.tare.internal.render;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.PointSeries;
import dev.tare.model.Report.TestId;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Within;
import dev.tare.unit.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats a measurement that is not judged, with the labels of a failure message. */
public final class MeasurementText {

  private static final String TITLES = "series\tposition\tvalue\tunit\tmarks";

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

  /**
   * Returns the samples, one line each below a line of titles, with tabs between the columns. If no
   * samples were kept, the smallest and the largest reading are listed.
   */
  public static String samples(Measurement measurement) {
    List<String> lines = new ArrayList<>(List.of(TITLES));
    unjudged(measurement).observed().ifPresent(observed -> add(observed.sampling(), lines));
    return String.join("\n", lines) + "\n";
  }

  private static void add(Sampling sampling, List<String> lines) {
    addReading("first call", sampling.first(), lines);
    if (sampling.series().isEmpty()) {
      addReading("smallest", sampling.smallest(), lines);
      addReading("largest", sampling.largest(), lines);
    }
    for (PointSeries series : sampling.series()) {
      for (int i = 0; i < series.values().size(); i++) {
        int index = i;
        List<String> marks =
            series.marks().entrySet().stream()
                .filter(mark -> mark.getValue().contains(index))
                .map(Map.Entry::getKey)
                .toList();
        lines.add(
            line(
                series.name(),
                plain(series.positions().get(i)),
                plain(series.values().get(i)),
                series.unit(),
                String.join(" ", marks)));
      }
    }
  }

  private static void addReading(String name, @Nullable Quantity reading, List<String> lines) {
    if (reading != null) {
      lines.add(line(name, "", plain(reading.amount()), reading.unit(), ""));
    }
  }

  private static String line(String name, String... cells) {
    return OneLine.of(name) + "\t" + String.join("\t", cells);
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
