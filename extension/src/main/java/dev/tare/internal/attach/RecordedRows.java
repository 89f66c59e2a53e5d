package dev.tare.internal.attach;

import dev.tare.internal.agent.record.CallTimes;
import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.record.ThreadTree;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes the rows of a recording, and notes on what they leave out.
 *
 * @param skipped the names of classes and methods that could not be woven, sorted
 */
record RecordedRows(CallTreeRecording recording, Set<String> skipped) {

  /** Type of the row of the bytes that the recording itself allocates. */
  static final String OWN = "the recording itself";

  private static final int MAX_NAMES = 10;

  /**
   * Returns the bytes by site, which add up to the total of the threads.
   *
   * @param byThread the bytes of all threads, the recording's own ones included
   */
  Breakdown ofBytes(Breakdown byThread) {
    Map<List<Object>, SiteShare> sums = new LinkedHashMap<>();
    recording
        .shares()
        .forEach(share -> sums.merge(List.of(share.site(), share.name()), share, SiteShare::plus));
    List<Row> rows = new ArrayList<>();
    for (SiteShare share : sums.values()) {
      if (!share.site().equals(CodeSite.ELSEWHERE)) {
        rows.add(new Row(new DataSize(share.bytes()), share.count(), share.type(), share.where()));
      }
    }
    List<Row> ownThreads =
        byThread.rows().stream().filter(row -> row.type().startsWith(OWN)).toList();
    long ownBytes =
        recording.trees().stream()
            .filter(tree -> !ThreadTotals.isOwn(tree.name()))
            .mapToLong(ThreadTree::ownBytes)
            .sum();
    add(rows, ownBytes + bytes(ownThreads), OWN);
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
        new CallTimes(recording)
            .methodsOfAllThreads().stream()
                .filter(method -> !method.name().equals(CodeSite.ELSEWHERE.name()))
                .map(
                    method ->
                        new Row(
                            new Elapsed(method.ownNanos()),
                            method.calls(),
                            method.name(),
                            method.line()))
                .toList();
    double nanos = rows.stream().mapToDouble(row -> row.amount().amount()).sum();
    return new Breakdown(new Elapsed(nanos), rows, notes());
  }

  private List<Remark> notes() {
    List<Remark> notes = new ArrayList<>();
    if (!skipped.isEmpty()) {
      int more = skipped.size() - MAX_NAMES;
      notes.add(
          Remark.of(
              "unwoven",
              "what could not be woven, and so belongs to its callers: {classes}{more}",
              skipped.stream().limit(MAX_NAMES).toList(),
              more > 0 ? " and " + more + " more" : ""));
    }
    long[] missed = recording.missed();
    if (missed[0] > 0) {
      notes.add(
          Remark.of(
              "virtual-threads",
              "virtual threads, whose bytes the JVM does not count separately: they passed {times}"
                  + " times through chosen classes",
              missed[0]));
    }
    if (missed[1] > 0) {
      notes.add(
          Remark.of(
              "too-many-threads",
              "some threads, since too many were alive at a time: they passed {times} times through"
                  + " chosen classes",
              missed[1]));
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
