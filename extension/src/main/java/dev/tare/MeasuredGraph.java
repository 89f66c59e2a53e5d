package dev.tare;

import static dev.tare.internal.plain.PlainRequest.required;
import static java.util.stream.Collectors.joining;

import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.heap.Footprint;
import dev.tare.heap.NodeFilters;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.Step;
import dev.tare.heap.UnweighableException;
import dev.tare.heap.WasteVisitor;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.internal.survival.PathRemarks;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.retained.JudgedLayout;
import dev.tare.retained.Kind;
import dev.tare.retained.SizeMetrics;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;

/** A value with everything that it refers to, and the options of its measurement. Immutable. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class MeasuredGraph {

  private static final Figure ADDED = new Figure("added-size", "added size", false);
  private static final Figure SHARED = new Figure("shared-size", "shared size", false);
  private static final Figure REACHED = new Figure("reached-objects", "reached objects", true);
  private static final Figure WASTED = new Figure("wasted-size", "wasted size", false);

  private final PlainRequest request;

  MeasuredGraph(PlainRequest request) {
    this.request = request;
  }

  /** Returns the value itself. */
  public Object value() {
    return request.target();
  }

  /** Returns this value with a name for messages. */
  public MeasuredGraph withName(String name) {
    return new MeasuredGraph(request.withName(name));
  }

  /** Returns this value without objects of these types, which are neither counted nor followed. */
  public MeasuredGraph withIgnoring(Class<?>... types) {
    Class<?>[] ignored = required("withIgnoring(null)", types).clone();
    for (Class<?> type : ignored) {
      required("withIgnoring(…)", type);
    }
    return new MeasuredGraph(request.with("ignoring", ignored));
  }

  /** Returns this value with its size computed for an object layout. */
  public MeasuredGraph withLayout(JudgedLayout layout) {
    return new MeasuredGraph(request.with("layout", layout));
  }

  /** Returns this value with a breakdown of its figures by path. */
  public MeasuredGraph withBreakdown() {
    return new MeasuredGraph(request.withBreakdown());
  }

  /**
   * Measures the bytes that would be freed with the value, as {@code @MaxRetainedSize} does; but
   * the fields of the test are not seen as other holders.
   */
  public MeasuredFigure retained() {
    return size("retained()", Kind.RETAINED);
  }

  /** Measures the bytes of everything that the value reaches. */
  public MeasuredFigure reachable() {
    return size("reachable()", Kind.REACHABLE);
  }

  /**
   * Measures the bytes outside the heap that would be freed with the value: direct buffers and
   * arenas of memory segments.
   */
  public MeasuredFigure offHeap() {
    return size("offHeap()", Kind.OFF_HEAP);
  }

  /** Counts the objects of a type and its subtypes that would be freed with the value. */
  public MeasuredFigure instancesOf(Class<?> type) {
    required("instancesOf(null)", type);
    return MeasuredFigure.of(
        request, "instancesOf()", options -> SizeMetrics.instancesAtMost(0, type, options));
  }

  /**
   * Measures the bytes that this value adds to what another object reaches already. Objects of the
   * JDK, such as small boxed numbers, count as in {@link #reachable()}.
   *
   * @param base the other object; options of a {@code MeasuredGraph} are refused
   */
  public MeasuredFigure addedTo(Object base) {
    Object other = unwrap("addedTo()", required("addedTo(null)", base));
    return compare(
        "addedTo()",
        ADDED,
        "what the value reaches and the base does not",
        graph -> rows(graph.addedPaths(other, value())));
  }

  /**
   * Measures the bytes that both this value and another object reach. Objects of the JDK that its
   * static fields reach, such as small boxed numbers, do not count; string literals do.
   *
   * @param other the other object; options of a {@code MeasuredGraph} are refused
   */
  public MeasuredFigure sharedWith(Object other) {
    Object otherValue = unwrap("sharedWith()", required("sharedWith(null)", other));
    return compare(
        "sharedWith()",
        SHARED,
        "what both values reach",
        graph -> rows(graph.sharedPaths(value(), otherValue)));
  }

  /**
   * Counts another object if the value reaches it: 1, with the shortest path, or 0. A value reaches
   * itself. References of the kinds that {@link dev.tare.heap.ObjectGraph} follows are followed.
   *
   * @param other the other object; options of a {@code MeasuredGraph} are refused
   */
  public MeasuredFigure reaching(Object other) {
    Object target = unwrap("reaching()", required("reaching(null)", other));
    return measure("reaching()", REACHED, graph -> reached(graph.pathFrom(value(), target)));
  }

  /**
   * Measures the bytes by which the graph would shrink without waste, as {@link
   * dev.tare.heap.WasteVisitor} finds it.
   *
   * @throws IllegalArgumentException if {@link #withLayout} was called
   */
  public MeasuredFigure wasted() {
    if (layout() != JudgedLayout.RUNNING) {
      throw new IllegalArgumentException("wasted(): withLayout does not apply to it; leave it out");
    }
    return compare("wasted()", WASTED, "repeated strings and boxes, unused capacity", this::waste);
  }

  /**
   * Returns the footprint of everything that the value reaches, by class and path.
   *
   * @throws dev.tare.heap.UnweighableException if the value has no exact size or the JVM does not
   *     allow an agent to be loaded
   */
  public Footprint footprint() {
    PlainRequest.begin("footprint()");
    return graph().paths(request.target());
  }

  /**
   * Measures a metric, and compares it with its limits. For libraries of assertions, and for
   * metrics of your own.
   *
   * @param operation the call with the limit, for messages: {@code allocatesAtMost("1 KiB")}
   * @param metric creates the metric from the options of this value
   * @return the verdicts, one for each limit; empty if {@code tare.enabled} is false, where the
   *     value is not measured
   * @throws IllegalArgumentException if the metric refuses an option or has no limit, or an option
   *     does not apply
   */
  public Optional<Report> judge(String operation, Function<Options, Metric> metric) {
    return MeasuredFigure.judge(request, operation, metric);
  }

  /**
   * Measures a figure that no annotation limits, as the sum of rows.
   *
   * @param counted what the figure covers
   */
  private MeasuredFigure compare(
      String operation, Figure figure, String counted, Function<ObjectGraph, List<Row>> rows) {
    return measure(operation, figure, graph -> observed(figure, counted, rows.apply(graph), graph));
  }

  private MeasuredFigure measure(
      String operation, Figure figure, Function<ObjectGraph, Observed> observe) {
    PlainRequest.begin(operation);
    Measurement measurement;
    try {
      measurement = observe.apply(graph());
    } catch (UnweighableException e) {
      measurement = new Missing(figure, e.reason(), e.remedy());
    }
    return new MeasuredFigure(request.caller(), measurement);
  }

  private static Observed observed(
      Figure figure, String counted, List<Row> rows, ObjectGraph graph) {
    DataSize size =
        new DataSize(rows.stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum());
    List<String> phrases = new ArrayList<>(List.of(counted));
    boolean isRunning = graph.objectLayout().equals(graph.layout().objects());
    if (!isRunning) {
      phrases.add("computed for " + graph.objectLayout());
    }
    phrases.add((isRunning ? "" : "on ") + graph.layout());
    return Observed.exact(figure, size, Sampling.single(size), phrases)
        .withBreakdown(new Breakdown(size, rows, List.of()));
  }

  /** Counts an object, with the references that lead to it, if there is a path. */
  private static Observed reached(Optional<RootPath> found) {
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
    String where = steps.stream().map(Step::reference).collect(joining()).replaceFirst("^\\.", "");
    return new Breakdown(reached, List.of(new Row(reached, 1, type, place(where))), notes);
  }

  private static List<Row> rows(Footprint footprint) {
    return footprint.rows().stream()
        .map(row -> new Row(row.size(), row.objects().items(), row.type(), place(row.path())))
        .toList();
  }

  private List<Row> waste(ObjectGraph graph) {
    WasteVisitor waste = new WasteVisitor();
    graph.profile(value()).traverse(NodeFilters.all(), waste);
    return waste.findings().stream()
        .map(
            found -> {
              long objects = found.objects().items();
              String where = place(found.path()) + " " + found.waste().predicate(objects);
              return new Row(found.saving(), objects, found.type(), where);
            })
        .toList();
  }

  private static String place(String path) {
    return path.isEmpty() ? "(the value itself)" : path;
  }

  private static Object unwrap(String operation, Object other) {
    if (!(other instanceof MeasuredGraph graph)) {
      return other;
    }
    if (!graph.request.options().isEmpty()) {
      throw new IllegalArgumentException(
          "%s: options of the other value would have no effect; leave them out, or set them on the value that is measured: Tare.graphOf(value).withIgnoring(…).%s"
              .formatted(operation, operation.replace("()", "(other)")));
    }
    return graph.value();
  }

  private ObjectGraph graph() {
    ObjectGraph graph =
        ObjectGraph.open()
            .ignoring((Class<?>[]) request.options().getOrDefault("ignoring", new Class<?>[0]));
    return layout() == JudgedLayout.RUNNING ? graph : graph.withLayout(layout().objects());
  }

  private JudgedLayout layout() {
    return (JudgedLayout) request.options().getOrDefault("layout", JudgedLayout.RUNNING);
  }

  private MeasuredFigure size(String operation, Kind kind) {
    return MeasuredFigure.of(
        request, operation, options -> SizeMetrics.bytesAtMost("0 B", kind, options));
  }
}
