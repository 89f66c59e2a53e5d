package dev.tare;

import dev.tare.heap.Finding;
import dev.tare.heap.Footprint;
import dev.tare.heap.NodeFilters;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.Step;
import dev.tare.heap.WasteVisitor;
import dev.tare.internal.survival.PathRemarks;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  static final Figure REACHED = new Figure("reached-objects", "reached objects", true);
  static final Figure WASTED = new Figure("wasted-size", "wasted size", false);

  private static final String ROOT = "(the value itself)";

  /** Measures what the value reaches and the base does not. */
  Observed added(Object base) {
    return observed(
        ADDED, rows(graph.addedPaths(base, value)), "what the value reaches and the base does not");
  }

  /** Measures what both the value and the other object reach. */
  Observed shared(Object other) {
    return observed(SHARED, rows(graph.sharedPaths(value, other)), "what both values reach");
  }

  /** Counts an object if the value reaches it, with the references that lead there. */
  Observed reaching(Object object) {
    Optional<RootPath> found = graph.pathFrom(value, object);
    Count reached = new Count(found.isPresent() ? 1 : 0);
    Observed observed =
        Observed.exact(
            REACHED, reached, Sampling.single(reached), List.of("the shortest path is shown"));
    return found.map(path -> observed.withBreakdown(breakdown(reached, path))).orElse(observed);
  }

  private static Breakdown breakdown(Count reached, RootPath path) {
    List<Remark> notes = new ArrayList<>();
    List<Step> steps = path.steps();
    String type = steps.isEmpty() ? path.type() : steps.get(steps.size() - 1).type();
    notes.add(Remark.of(Remark.HEADLINE, "Reached: {type} from {root} of", type, path.root()));
    notes.add(Remark.of(Remark.HELD_BY, "{root}", path.root()));
    notes.addAll(PathRemarks.steps(path));
    return new Breakdown(reached, List.of(new Row(reached, 1, type, path.description())), notes);
  }

  /** Measures by how much the graph would shrink without waste. */
  Observed wasted() {
    WasteVisitor waste = new WasteVisitor();
    graph.profile(value).traverse(NodeFilters.all(), waste);
    List<Row> rows = waste.findings().stream().map(GraphComparison::row).toList();
    return observed(WASTED, rows, "repeated strings and boxes, unused capacity");
  }

  private static List<Row> rows(Footprint footprint) {
    return footprint.rows().stream()
        .map(row -> new Row(row.size(), row.objects().items(), row.type(), place(row.path())))
        .toList();
  }

  private static String place(String path) {
    return path.isEmpty() ? ROOT : path;
  }

  private static Row row(Finding finding) {
    long objects = finding.objects().items();
    return new Row(
        finding.saving(),
        objects,
        finding.type(),
        place(finding.path()) + " " + finding.waste().predicate(objects));
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
