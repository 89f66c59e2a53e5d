package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.Footprint;
import dev.tare.heap.HeapSnapshot;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ProfileNode;
import dev.tare.heap.RetainedFootprint;
import dev.tare.heap.UnweighableException;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.retained.StabilityCheck.Extent;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Metric of the bytes that a value retains. It computes the reachable size first and walks the
 * whole heap only if the retained size is needed.
 *
 * @param graphs creates the profiler
 */
record RetainedSize(Budget promised, Kind kind, Supplier<ObjectGraph> graphs) implements Metric {

  static final Figure RETAINED = new Figure("retained-size", "retained size", false);
  static final Figure REACHABLE = new Figure("reachable-size", "reachable size", false);
  static final Figure OFF_HEAP = new Figure("off-heap-size", "off-heap size", false);

  static RetainedSize of(
      MaxRetainedSize annotation, Subject.Site site, Configuration configuration) {
    Kind kind = annotation.kind();
    return of(
        configuration.bytesAtMost(figure(kind), annotation.value()),
        kind,
        List.of(annotation.ignoring()),
        annotation.layout());
  }

  static RetainedSize of(Budget budget, Kind kind, List<Class<?>> ignoring, JudgedLayout layout) {
    WalkOptions.checkIgnoring(ignoring);
    if (kind == Kind.OFF_HEAP && layout != JudgedLayout.RUNNING) {
      throw new IllegalArgumentException(
          "layout = %s: memory outside the heap is the same under every layout; leave out layout"
              .formatted(layout));
    }
    return new RetainedSize(budget, kind, new WalkOptions(ignoring, layout)::open);
  }

  static Figure figure(Kind kind) {
    return switch (kind) {
      case RETAINED -> RETAINED;
      case REACHABLE -> REACHABLE;
      case OFF_HEAP -> OFF_HEAP;
    };
  }

  @Override
  public List<Budget> budgets() {
    return List.of(promised);
  }

  @Override
  public int order() {
    return 100;
  }

  @Override
  public boolean weighsValues() {
    return true;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Object value = subject.value();
    Figure figure = figure(kind);
    if (value == null) {
      return List.of(missingValue(figure));
    }
    try {
      ObjectGraph graph = kind == Kind.OFF_HEAP ? graphs.get().weighingOffHeap() : graphs.get();
      Quantity limit = budgets.get(0).limit();
      return List.of(StabilityCheck.measure(figure, () -> weigh(graph, value, subject, limit)));
    } catch (UnweighableException e) {
      return List.of(new Missing(figure, e.reason(), e.remedy()));
    }
  }

  /** Returns the measurement of an absent value. */
  static Missing missingValue(Figure figure) {
    return new Missing(
        figure,
        "there is no value to weigh: the method returned null, or nothing was" + " handed over",
        "return the object, or call retained.hold(value)");
  }

  private Observed weigh(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit) {
    Footprint reachable = graph.footprint(value);
    boolean exceedsLimit = limit != null && reachable.size().compare(limit) > 0;
    Extent first = Extent.of(reachable);
    Breakdowns breakdown = subject.configuration().breakdown();
    if (kind == Kind.REACHABLE) {
      return reachable(graph, value, limit, breakdown.isNeeded(exceedsLimit), first);
    }
    if (limit == null || exceedsLimit || breakdown.isNeeded(false)) {
      return retained(graph, value, subject, limit, first);
    }
    StabilityCheck.requireEqual(first, Extent.of(graph.footprint(value)));
    return atMost(graph, reachable, graph.shallowSizeOf(value));
  }

  private Observed reachable(
      ObjectGraph graph,
      Object value,
      @Nullable Quantity limit,
      boolean isBrokenDown,
      Extent first) {
    Footprint secondWalk = isBrokenDown ? graph.paths(value) : graph.footprint(value);
    StabilityCheck.requireEqual(first, Extent.of(secondWalk));
    Observed observed =
        exact(
            secondWalk,
            counted(graph, secondWalk, "everything that the value reaches"),
            limit != null && secondWalk.size().compare(limit) > 0
                ? CompactHeaders.phrases(
                    graph, limit, layout -> graph.withLayout(layout).footprint(value).size())
                : List.of());
    if (!isBrokenDown) {
      return observed;
    }
    boolean profiled = PotentialSavings.canProfile(graph, secondWalk.objects().items());
    return observed.withBreakdown(
        HeapBreakdown.of(secondWalk, PotentialSavings.of(profiled ? graph.profile(value) : null)));
  }

  /**
   * Returns the reachable size as an upper bound of the retained one. It is within the budget, so
   * the heap is not walked.
   */
  private Observed atMost(ObjectGraph graph, Footprint reachable, long shallow) {
    DataSize upper = reachable.size();
    return new Observed(
        figure(kind),
        upper,
        new DataSize(shallow),
        upper,
        Sampling.single(upper),
        counted(graph, reachable, "everything that the value reaches, which is within the budget"),
        List.of(),
        null);
  }

  /**
   * Returns the retained size.
   *
   * @param first the extent of a first walk
   */
  private Observed retained(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit, Extent first) {
    Breakdowns breakdown = subject.configuration().breakdown();
    Object[] testInstances = subject.testInstances().toArray();
    RetentionAnalysis analysis =
        graph.withSnapshot(
            value,
            snapshot -> RetentionAnalysis.of(kind, graph, snapshot, limit, breakdown),
            testInstances);
    RetainedFootprint retention = analysis.retention();
    Observed observed =
        exact(
                retention.retained(),
                counted(graph, retention.retained(), "what would be freed with the value"),
                analysis.compact())
            .withDistortions(distortions(value, retention, subject.concurrent()));
    Observed measured =
        breakdown.isNeeded(analysis.exceeded())
            ? observed.withBreakdown(
                HeapBreakdown.of(retention, PotentialSavings.of(analysis.profile())))
            : observed;
    boolean within = limit != null && !analysis.exceeded();
    StabilityCheck.requireEqual(first, retention, measured, within);
    return measured;
  }

  private Observed exact(Footprint footprint, List<String> counted, List<String> compact) {
    return Observed.exact(
        figure(kind),
        footprint.size(),
        Sampling.single(footprint.size()),
        Stream.concat(compact.stream(), counted.stream()).toList());
  }

  private List<String> counted(ObjectGraph graph, Footprint footprint, String scope) {
    List<String> phrases = new ArrayList<>();
    if (kind == Kind.OFF_HEAP) {
      phrases.add(scope);
      phrases.add("only memory outside the heap");
      phrases.addAll(HeapBreakdown.notCounted(footprint));
      return phrases;
    }
    phrases.addAll(HeapBreakdown.exclusions(footprint));
    phrases.addAll(layout(graph));
    phrases.add(scope);
    return phrases;
  }

  /** Returns phrases for the layout of the sizes and the running JVM. */
  static List<String> layout(ObjectGraph graph) {
    String running = graph.layout().toString();
    return graph.objectLayout().equals(graph.layout().objects())
        ? List.of(running)
        : List.of("computed for " + graph.objectLayout(), "on " + running);
  }

  /**
   * Returns remarks on elements that others hold, on classes whose fields cannot be read, and on
   * tests that run concurrently.
   */
  static List<Remark> distortions(Object value, RetainedFootprint retention, boolean concurrent) {
    List<Remark> remarks = new ArrayList<>();
    SharedElements.remark(value, retention).ifPresent(remarks::add);
    if (!retention.unread().isEmpty()) {
      remarks.add(
          Remark.of(
              "unread-classes",
              "what these classes share with the value counts, since their fields cannot be listed:"
                  + " {classes}",
              String.join(", ", retention.unread())));
    }
    if (concurrent) {
      remarks.add(
          Remark.of(
              "concurrent-tests",
              "other tests may run at the same time; what they hold just then is not counted"));
    }
    return remarks;
  }

  /**
   * Figures of a value's retained objects, computed from one heap snapshot.
   *
   * @param exceeded whether the retained size exceeds the budget
   * @param compact a phrase on compact headers, if the budget is exceeded
   * @param profile a profile of the retained objects, if there is to be a breakdown
   */
  private record RetentionAnalysis(
      RetainedFootprint retention,
      boolean exceeded,
      List<String> compact,
      @Nullable ProfileNode profile) {

    /**
     * Computes all figures that a verdict may need.
     *
     * @param breakdown when a breakdown is created
     */
    static RetentionAnalysis of(
        Kind kind,
        ObjectGraph graph,
        HeapSnapshot snapshot,
        @Nullable Quantity limit,
        Breakdowns breakdown) {
      RetainedFootprint retention = snapshot.retention();
      Footprint retained = retention.retained();
      boolean exceeded = limit != null && retained.size().compare(limit) > 0;
      boolean inHeap = kind != Kind.OFF_HEAP;
      boolean profiled =
          inHeap
              && breakdown.isNeeded(exceeded)
              && PotentialSavings.canProfile(graph, retained.objects().items());
      return new RetentionAnalysis(
          retention,
          exceeded,
          limit != null && exceeded && inHeap
              ? CompactHeaders.phrases(graph, limit, snapshot::retainedUnder)
              : List.of(),
          profiled ? snapshot.retainedProfile() : null);
    }
  }
}
