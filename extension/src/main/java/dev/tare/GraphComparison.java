package dev.tare;

import dev.tare.heap.Finding;
import dev.tare.heap.Footprint;
import dev.tare.heap.NodeFilters;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.WasteVisitor;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Figures of a value that are computed from footprints, and that no annotation limits.
 *
 * @param graph the profiler with its options
 * @param value the value that is compared
 */
record GraphComparison(ObjectGraph graph, Object value) {

  static final Figure ADDED = new Figure("added-size", "added size", false);
  static final Figure SHARED = new Figure("shared-size", "shared size", false);
  static final Figure WASTED = new Figure("wasted-size", "wasted size", false);

  private static final String ROOT = "(the value itself)";

  /** Measures what the value reaches and the base does not. */
  Observed added(Object base) {
    List<Row> rows =
        changes(base).stream()
            .map(change -> row(change.type(), change.bytes(), change.objects()))
            .toList();
    return observed(ADDED, rows, "what the value reaches and the base does not");
  }

  /** Measures what both the value and the other object reach. */
  Observed shared(Object other) {
    Map<String, Footprint.Change> added =
        changes(other).stream()
            .collect(Collectors.toMap(Footprint.Change::type, Function.identity()));
    List<Row> rows =
        graph.footprint(value).byClass().rows().stream()
            .map(row -> without(row, added))
            .filter(row -> row.count() > 0)
            .toList();
    return observed(SHARED, rows, "what both values reach");
  }

  /** Measures by how much the graph would shrink without waste. */
  Observed wasted() {
    WasteVisitor waste = new WasteVisitor();
    graph.profile(value).traverse(NodeFilters.all(), waste);
    List<Row> rows = waste.findings().stream().map(GraphComparison::row).toList();
    return observed(
        WASTED,
        rows,
        "repeated strings and boxes, unused capacity, empty collections, maps of one element");
  }

  /** Returns what the value adds to a base, by class; an array refers to both. */
  private List<Footprint.Change> changes(Object base) {
    graph.shallowSizeOf(value); // refuses what has no size, for example a class
    graph.shallowSizeOf(base);
    return ObjectGraph.difference(
        graph.footprint(new Object[] {base, null}), graph.footprint(new Object[] {base, value}));
  }

  private static Row without(Footprint.Row row, Map<String, Footprint.Change> added) {
    Footprint.Change change = added.get(row.type());
    return change == null
        ? row(row.type(), row.size().bytes(), row.objects().items())
        : row(
            row.type(),
            row.size().bytes() - change.bytes(),
            row.objects().items() - change.objects());
  }

  private static Row row(String type, long bytes, long objects) {
    return new Row(new DataSize(bytes), objects, type, "");
  }

  private static Row row(Finding finding) {
    String path = finding.path().isEmpty() ? ROOT : finding.path();
    long objects = finding.objects().items();
    return new Row(
        finding.saving(), objects, finding.type(), path + " " + finding.waste().predicate(objects));
  }

  private List<String> layout() {
    String running = graph.layout().toString();
    return graph.objectLayout().equals(graph.layout().objects())
        ? List.of(running)
        : List.of("computed for " + graph.objectLayout(), "on " + running);
  }

  private Observed observed(Figure figure, List<Row> rows, String counted) {
    DataSize size =
        new DataSize(rows.stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum());
    return Observed.exact(
            figure,
            size,
            Sampling.single(size),
            Stream.concat(Stream.of(counted), layout().stream()).toList())
        .withBreakdown(new Breakdown(size, rows, List.of()));
  }
}
