package dev.tare.internal.attach;

import dev.tare.internal.agent.record.PatternRecording;
import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.weave.Site;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The rows of a recording, no more than {@value #MOST}, and what they leave out.
 *
 * @param total what all threads allocated together; negative if the JVM does not say
 * @param waiting what the thread that recorded allocated itself
 */
record RecordedRows(PatternRecording recording, long total, long waiting) {

  static final int MOST = 1_000;

  private static final int MOST_NAMES = 10;

  Breakdown breakdown() {
    List<Row> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>(notes());
    List<Row> sites = sites();
    rows.addAll(sites.subList(0, Math.min(MOST, sites.size())));
    if (sites.size() > MOST) {
      List<Row> rest = sites.subList(MOST, sites.size());
      rows.add(
          new Row(
              new DataSize(bytes(rest)),
              rest.stream().mapToLong(Row::count).sum(),
              grouped(rest.size()) + " more",
              ""));
    }
    long own = recording.own() + waiting;
    if (own > 0) {
      rows.add(new Row(new DataSize(own), 1, "the recording itself", ""));
    }
    long elsewhere = total - bytes(rows);
    if (total >= 0 && elsewhere > 0) {
      rows.add(new Row(new DataSize(elsewhere), 1, "outside of the chosen classes", ""));
    }
    return RecordedAllocation.breakdown(rows, notes);
  }

  private List<Row> sites() {
    Map<Site, SiteShare> merged = new LinkedHashMap<>();
    for (SiteShare share : recording.shares()) {
      merged.merge(share.site(), share, SiteShare::plus);
    }
    return merged.values().stream()
        .sorted(Comparator.comparingLong(SiteShare::bytes).reversed())
        .map(
            share ->
                new Row(new DataSize(share.bytes()), share.count(), share.type(), share.where()))
        .toList();
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    Set<String> skipped = recording.skipped();
    if (!skipped.isEmpty()) {
      String more =
          skipped.size() > MOST_NAMES ? " and " + (skipped.size() - MOST_NAMES) + " more" : "";
      notes.add(
          "could not be woven, so what they allocate is their callers': "
              + String.join(", ", skipped.stream().limit(MOST_NAMES).toList())
              + more);
    }
    if (total < 0) {
      notes.add("what other classes allocated: this JVM has no total of all threads");
    }
    if (recording.unweighed() > 0) {
      notes.add(
          "virtual threads, whose bytes the JVM does not tell apart: they passed "
              + grouped(recording.unweighed())
              + " times through chosen classes");
    }
    if (recording.turnedAway() > 0) {
      notes.add(
          "some threads, since too many were alive at a time: they passed "
              + grouped(recording.turnedAway())
              + " times through chosen classes");
    }
    return notes;
  }

  private static long bytes(List<Row> rows) {
    return rows.stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum();
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
