package dev.tare.internal.attach;

import dev.tare.internal.agent.record.PatternRecording;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Computes the rows of a recording, and notes on what they leave out. */
record RecordedRows(PatternRecording recording) {

  /** Type of the row of the bytes that the recording itself allocates. */
  static final String OWN = "the recording itself";

  private static final int MAX_NAMES = 10;

  /**
   * Returns the bytes by site, which add up to the total of the threads.
   *
   * @param byThread the bytes of all threads, the recording's own ones included
   */
  Breakdown ofBytes(Breakdown byThread) {
    List<Row> rows = new ArrayList<>();
    recording
        .shares()
        .forEach(
            share ->
                rows.add(
                    new Row(
                        new DataSize(share.bytes()), share.count(), share.type(), share.where())));
    List<Row> ownThreads =
        byThread.rows().stream().filter(row -> row.type().startsWith(OWN)).toList();
    add(rows, recording.ownBytes(name -> !ThreadTotals.isOwn(name)) + bytes(ownThreads), OWN);
    add(rows, bytes(byThread.rows()) - bytes(rows), "outside of the chosen code");
    return breakdown(rows, notes());
  }

  private static void add(List<Row> rows, long bytes, String type) {
    if (bytes > 0) {
      rows.add(new Row(new DataSize(bytes), 1, type, ""));
    }
  }

  /** Returns each method with its own time and the number of its calls. */
  Breakdown ofCalls() {
    List<Row> rows =
        recording.shares().stream()
            .map(
                share ->
                    new Row(new Elapsed(share.bytes()), share.count(), share.name(), share.where()))
            .toList();
    double nanos = rows.stream().mapToDouble(row -> row.amount().amount()).sum();
    return new Breakdown(new Elapsed(nanos), rows, notes());
  }

  private List<Remark> notes() {
    List<Remark> notes = new ArrayList<>();
    Set<String> skipped = recording.skipped();
    if (!skipped.isEmpty()) {
      int more = skipped.size() - MAX_NAMES;
      notes.add(
          Remark.of(
              "unwoven",
              "what could not be woven, and so belongs to its callers: {classes}{more}",
              skipped.stream().limit(MAX_NAMES).toList(),
              more > 0 ? " and " + more + " more" : ""));
    }
    if (recording.uncountedHooks() > 0) {
      notes.add(
          Remark.of(
              "virtual-threads",
              "virtual threads, whose bytes the JVM does not count separately: they passed {times}"
                  + " times through chosen classes",
              recording.uncountedHooks()));
    }
    if (recording.hooksOfTooManyThreads() > 0) {
      notes.add(
          Remark.of(
              "too-many-threads",
              "some threads, since too many were alive at a time: they passed {times} times through"
                  + " chosen classes",
              recording.hooksOfTooManyThreads()));
    }
    return notes;
  }

  /** Returns a breakdown of bytes, whose total is the sum of the rows. */
  static Breakdown breakdown(List<Row> rows, List<Remark> notes) {
    return new Breakdown(new DataSize(bytes(rows)), rows, notes);
  }

  static long bytes(List<Row> rows) {
    return rows.stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum();
  }
}
