package dev.tare.internal.attach;

import dev.tare.internal.agent.record.PatternRecording;
import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Computes the rows of a recording, at most {@value #MAX_ROWS}, and notes on allocation that they
 * do not include.
 *
 * @param total the bytes of all threads; negative if the JVM does not count them
 * @param waiting the bytes that the recording thread itself allocated
 */
record RecordedRows(PatternRecording recording, long total, long waiting) {

  static final int MAX_ROWS = 1_000;

  private static final int MAX_NAMES = 10;

  Breakdown breakdown() {
    List<Row> rows = new ArrayList<>();
    List<Remark> notes = notes();
    List<Row> sites = sites();
    rows.addAll(sites.subList(0, Math.min(MAX_ROWS, sites.size())));
    if (sites.size() > MAX_ROWS) {
      List<Row> rest = sites.subList(MAX_ROWS, sites.size());
      rows.add(
          new Row(
              new DataSize(bytes(rest)),
              rest.stream().mapToLong(Row::count).sum(),
              grouped(rest.size()) + " more",
              ""));
    }
    long own = recording.ownBytes() + waiting;
    if (own > 0) {
      rows.add(new Row(new DataSize(own), 1, "the recording itself", ""));
    }
    long elsewhere = total - bytes(rows);
    if (total >= 0 && elsewhere > 0) {
      rows.add(new Row(new DataSize(elsewhere), 1, "outside of the chosen code", ""));
    }
    return RecordedTables.breakdown(rows, notes);
  }

  private List<Row> sites() {
    Map<CodeSite, SiteShare> merged = new LinkedHashMap<>();
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

  private List<Remark> notes() {
    List<Remark> notes = new ArrayList<>();
    Set<String> skipped = recording.skipped();
    if (!skipped.isEmpty()) {
      notes.add(
          Remark.of(
              "unwoven",
              "could not be woven, so what they allocate is their callers': {classes}{more}",
              first(skipped),
              more(skipped)));
    }
    if (total < 0) {
      notes.add(
          Remark.of(
              "no-total", "what other classes allocated: this JVM has no total of all threads"));
    }
    if (recording.uncountedHooks() > 0) {
      notes.add(
          Remark.of(
              "virtual-threads",
              "virtual threads, whose bytes the JVM does not count separately: they passed {times} times"
                  + " through chosen classes",
              recording.uncountedHooks()));
    }
    if (recording.hooksWithoutSlot() > 0) {
      notes.add(
          Remark.of(
              "threads-without-slot",
              "some threads, since too many were alive at a time: they passed {times} times through"
                  + " chosen classes",
              recording.hooksWithoutSlot()));
    }
    return notes;
  }

  /** Returns the first names, to be printed. */
  static List<String> first(Set<String> names) {
    return names.stream().limit(MAX_NAMES).toList();
  }

  /** Returns the number of the other names as text; empty if there is none. */
  static String more(Set<String> names) {
    return names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "";
  }

  static long bytes(List<Row> rows) {
    return rows.stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum();
  }

  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
