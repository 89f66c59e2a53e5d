package dev.tare.retained;

import dev.tare.heap.Footprint;
import dev.tare.heap.Footprint.Excluded;
import dev.tare.heap.Footprint.Row;
import dev.tare.heap.Retention;
import dev.tare.model.Breakdown;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a walk found, in the terms of a report. */
final class Findings {

  private static final int MOST_NAMES = 5;

  private static final String ROOT = "(the value itself)";

  private Findings() {}

  /** Everything that a value reaches, by class and path. */
  static Breakdown of(Footprint reachable) {
    return breakdown(reachable, List.of());
  }

  /** What a value retains, by class and path, and what it shares. */
  static Breakdown of(Retention retention) {
    Footprint shared = retention.shared();
    return breakdown(
        retention.retained(),
        shared.rows().isEmpty()
            ? List.of()
            : List.of(
                "the value reaches %s; %s of that is also held elsewhere and not counted, most of it %s"
                    .formatted(
                        retention.reachable().both(),
                        shared.size().both(),
                        text(shared.rows().get(0)))));
  }

  private static Breakdown breakdown(Footprint footprint, List<String> notes) {
    List<Breakdown.Row> rows =
        footprint.rows().stream()
            .map(
                row -> new Breakdown.Row(row.size(), row.objects().items(), row.type(), where(row)))
            .toList();
    return new Breakdown(footprint.size(), rows, notes);
  }

  private static String text(Row row) {
    return "%s in %s x %s at %s"
        .formatted(row.size().both(), row.objects().exact(), row.type(), where(row));
  }

  private static String where(Row row) {
    return row.path().isEmpty() ? ROOT : row.path();
  }

  /** What was met and is not in the figure, one phrase each. */
  static List<String> beside(Footprint footprint) {
    Stream<String> excluded =
        footprint.excluded().isEmpty()
            ? Stream.empty()
            : Stream.of("not counted: " + names(footprint.excluded()));
    Stream<String> offHeap =
        footprint.offHeap().bytes() == 0
            ? Stream.empty()
            : Stream.of("beside it " + footprint.offHeap().both() + " outside the heap");
    return Stream.concat(excluded, offHeap).toList();
  }

  private static String names(List<Excluded> excluded) {
    String names =
        excluded.stream()
            .limit(MOST_NAMES)
            .map(one -> one.objects().exact() + " x " + one.type())
            .collect(Collectors.joining(", "));
    int more = excluded.size() - MOST_NAMES;
    return more > 0 ? names + " and " + more + " classes more" : names;
  }
}
