package dev.tare.internal.attach;

import dev.tare.internal.agent.record.PatternRecording;
import dev.tare.internal.agent.record.PatternRecording.MethodCalls;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Remark;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes the rows of a recording of calls: one for each method, with its own time and the number
 * of its calls, at most {@value RecordedRows#MAX_ROWS}.
 */
record RecordedCallRows(PatternRecording recording) {

  Breakdown breakdown() {
    List<Row> rows = new ArrayList<>(methods());
    if (rows.size() > RecordedRows.MAX_ROWS) {
      List<Row> rest = rows.subList(RecordedRows.MAX_ROWS, rows.size());
      Row sum =
          new Row(
              new Elapsed(nanos(rest)),
              rest.stream().mapToLong(Row::count).sum(),
              RecordedRows.grouped(rest.size()) + " more",
              "");
      rest.clear();
      rows.add(sum);
    }
    return new Breakdown(new Elapsed(nanos(rows)), rows, notes());
  }

  /** Returns a row for each method; a method of a class that two loaders have is one row. */
  private List<Row> methods() {
    Map<List<String>, Row> rows = new LinkedHashMap<>();
    for (MethodCalls called : recording.calls()) {
      Row row =
          new Row(new Elapsed(called.ownNanos()), called.calls(), called.method(), called.line());
      rows.merge(List.of(called.method(), called.line()), row, RecordedCallRows::plus);
    }
    return rows.values().stream()
        .sorted(Comparator.comparingDouble((Row row) -> row.amount().amount()).reversed())
        .toList();
  }

  private static Row plus(Row row, Row other) {
    return new Row(
        new Elapsed(row.amount().amount() + other.amount().amount()),
        row.count() + other.count(),
        row.type(),
        row.where());
  }

  private List<Remark> notes() {
    List<Remark> notes = new ArrayList<>();
    Set<String> skipped = recording.skipped();
    if (!skipped.isEmpty()) {
      notes.add(
          Remark.of(
              "unwoven",
              "could not be woven, so their calls are not counted: {classes}{more}",
              RecordedRows.first(skipped),
              RecordedRows.more(skipped)));
    }
    if (recording.hooksWithoutSlot() > 0) {
      notes.add(
          Remark.of(
              "threads-without-slot",
              "the times of {calls} calls, since too many threads were alive at a time",
              recording.hooksWithoutSlot()));
    }
    return notes;
  }

  private static double nanos(List<Row> rows) {
    return rows.stream().mapToDouble(row -> row.amount().amount()).sum();
  }
}
