package dev.tare.internal.render;

import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.unit.Quantity;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Formats a report as the keys and values that JUnit publishes with a test: {@code
 * tare.allocated-bytes.value = 6336 B}.
 *
 * <p>Values are plain numbers with their unit, not grouped. A second verdict on the same figure is
 * {@code tare.retained-size.2.value}, and so on.
 */
public final class ReportEntries {

  private ReportEntries() {}

  /** Returns the entries, in the order of the verdicts; no key and no value is blank. */
  public static Map<String, String> render(Report report) {
    Map<String, String> entries = new LinkedHashMap<>();
    Map<String, Integer> verdictsByFigure = new HashMap<>();
    for (Verdict verdict : report.verdicts()) {
      String id = verdict.budget().figure().id();
      int nth = verdictsByFigure.merge(id, 1, Integer::sum);
      add(verdict, "tare." + id + (nth == 1 ? "." : "." + nth + "."), entries);
    }
    entries.values().removeIf(String::isBlank);
    return entries;
  }

  private static void add(Verdict verdict, String prefix, Map<String, String> entries) {
    entries.put(prefix + "outcome", Headline.word(verdict.outcome()));
    verdict.observed().ifPresent(observed -> add(observed, prefix, entries));
    Quantity limit = verdict.budget().limit();
    if (limit != null) {
      entries.put(prefix + "limit", AmountText.plain(limit));
    }
    String reason = Headline.reason(verdict);
    if (reason != null) {
      entries.put(prefix + "reason", OneLine.of(reason));
    }
    String remedy = Headline.remedy(verdict);
    if (remedy != null) {
      entries.put(prefix + "remedy", OneLine.of(remedy));
    }
  }

  private static void add(Observed observed, String prefix, Map<String, String> entries) {
    entries.put(prefix + "value", AmountText.plain(observed.value()));
    if (!observed.isExact()) {
      entries.put(prefix + "lower", AmountText.plain(observed.lower()));
      entries.put(prefix + "upper", AmountText.plain(observed.upper()));
    }
  }
}
