package dev.tare.internal.attach;

import dev.tare.internal.agent.record.PatternRecording;
import dev.tare.internal.agent.record.PatternRecording.MethodCalls;
import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Computes the rows of a recording, at most {@value #MAX_ROWS}, and notes on what they leave out.
 */
record RecordedRows(PatternRecording recording) {

  private static final int MAX_ROWS = 1_000;

  private static final int MAX_NAMES = 10;

  /**
   * Returns the bytes by site.
   *
   * @param total the bytes of all threads; negative if the JVM does not count them
   * @param waitingBytes the bytes that the recording thread itself allocated
   */
  Breakdown ofBytes(long total, long waitingBytes) {
    List<Row> rows = largest(sites());
    long own = recording.ownBytes() + waitingBytes;
    if (own > 0) {
      rows.add(new Row(new DataSize(own), 1, "the recording itself", ""));
    }
    long elsewhere = total - bytes(rows);
    if (total >= 0 && elsewhere > 0) {
      rows.add(new Row(new DataSize(elsewhere), 1, "outside of the chosen code", ""));
    }
    return RecordedTables.breakdown(rows, notesOnBytes(total));
  }

  private List<Row> sites() {
    Map<CodeSite, SiteShare> merged = new LinkedHashMap<>();
    for (SiteShare share : recording.shares()) {
      merged.merge(share.site(), share, SiteShare::plus);
    }
    return merged.values().stream()
        .map(
            share ->
                new Row(new DataSize(share.bytes()), share.count(), share.type(), share.where()))
        .toList();
  }

  private List<Remark> notesOnBytes(long total) {
    List<Remark> notes =
        notesOnSkipped(
            "could not be woven, so what they allocate is shown at their callers: {classes}{more}");
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
    addThreadsWithoutSlot(
        notes,
        "some threads, since too many were alive at a time: they passed {times} times through"
            + " chosen classes");
    return notes;
  }

  /** Returns each method with its own time and the number of its calls. */
  Breakdown ofCalls() {
    List<Row> rows = largest(methods());
    List<Remark> notes =
        notesOnSkipped("could not be woven, so their calls are not counted: {classes}{more}");
    addThreadsWithoutSlot(
        notes, "the times of {calls} calls, since too many threads were alive at a time");
    return new Breakdown(new Elapsed(amount(rows)), rows, notes);
  }

  /** Returns one row for each method; a class that two loaders have loaded is counted as one. */
  private Collection<Row> methods() {
    Map<List<String>, Row> rows = new LinkedHashMap<>();
    for (MethodCalls called : recording.calls()) {
      Row row =
          new Row(new Elapsed(called.ownNanos()), called.calls(), called.method(), called.line());
      rows.merge(
          List.of(called.method(), called.line()),
          row,
          (first, second) -> sum(List.of(first, second), first.type(), first.where()));
    }
    return rows.values();
  }

  /** Returns the largest rows, and the sum of the others. */
  private static List<Row> largest(Collection<Row> rows) {
    List<Row> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparingDouble((Row row) -> row.amount().amount()).reversed());
    if (sorted.size() > MAX_ROWS) {
      List<Row> rest = sorted.subList(MAX_ROWS, sorted.size());
      Row sum = sum(rest, String.format(Locale.ROOT, "%,d more", rest.size()), "");
      rest.clear();
      sorted.add(sum);
    }
    return sorted;
  }

  private static Row sum(List<Row> rows, String type, String where) {
    return new Row(
        rows.get(0).amount().withAmount(amount(rows)),
        rows.stream().mapToLong(Row::count).sum(),
        type,
        where);
  }

  private List<Remark> notesOnSkipped(String text) {
    List<Remark> notes = new ArrayList<>();
    Set<String> skipped = recording.skipped();
    if (!skipped.isEmpty()) {
      int more = skipped.size() - MAX_NAMES;
      notes.add(
          Remark.of(
              "unwoven",
              text,
              skipped.stream().limit(MAX_NAMES).toList(),
              more > 0 ? " and " + more + " more" : ""));
    }
    return notes;
  }

  private void addThreadsWithoutSlot(List<Remark> notes, String text) {
    if (recording.hooksWithoutSlot() > 0) {
      notes.add(Remark.of("threads-without-slot", text, recording.hooksWithoutSlot()));
    }
  }

  static long bytes(List<Row> rows) {
    return rows.stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum();
  }

  private static double amount(List<Row> rows) {
    return rows.stream().mapToDouble(row -> row.amount().amount()).sum();
  }
}
