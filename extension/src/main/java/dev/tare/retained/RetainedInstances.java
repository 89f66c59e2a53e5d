package dev.tare.retained;

import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.Footprint;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RetainedFootprint;
import dev.tare.heap.UnweighableException;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.retained.StabilityCheck.Extent;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Metric of the number of objects of a type that a value retains. It counts reachable objects first
 * and walks the whole heap only if the retained number is needed.
 *
 * @param graphs creates the profiler
 */
record RetainedInstances(Class<?> type, Kind kind, Budget promised, Supplier<ObjectGraph> graphs)
    implements Metric {

  private static final List<Class<?>> NEVER_COUNTED =
      List.of(Class.class, ClassLoader.class, Module.class, Thread.class, Enum.class);

  static RetainedInstances of(MaxInstances annotation) {
    return of(
        annotation.type(), annotation.kind(), annotation.value(), List.of(annotation.ignoring()));
  }

  static RetainedInstances of(Class<?> type, Kind kind, long limit, List<Class<?>> ignoring) {
    check(type, kind, limit, ignoring);
    String word = kind.name().toLowerCase(Locale.ROOT);
    Figure figure =
        new Figure(word + "-instances", word + " " + type.getSimpleName() + " objects", true);
    return new RetainedInstances(
        type,
        kind,
        Budget.atMost(figure, new Count(limit)),
        new WalkOptions(ignoring, JudgedLayout.RUNNING)::open);
  }

  private static void check(Class<?> type, Kind kind, long limit, List<Class<?>> ignoring) {
    String text = "type = " + type.getSimpleName() + ".class: ";
    if (type.isPrimitive()) {
      throw new IllegalArgumentException(
          text
              + "no object is of a primitive type; name a class, for example type = "
              + (type == void.class ? "String" : type.getSimpleName() + "[]")
              + ".class");
    }
    if (type.isAnnotation()
        || NEVER_COUNTED.stream().anyMatch(excluded -> excluded.isAssignableFrom(type))) {
      throw new IllegalArgumentException(
          text
              + "classes, class loaders, modules, threads, enum constants and annotations belong to"
              + " the program and are never counted; name a type of values, for example type ="
              + " String.class");
    }
    if (limit < 0) {
      throw new IllegalArgumentException(
          "value = %s: a count cannot be negative; for none, value = 0".formatted(limit));
    }
    if (kind == Kind.OFF_HEAP) {
      throw new IllegalArgumentException(
          "kind = OFF_HEAP: objects are in the heap; to limit the memory that they own outside it, use"
              + " @MaxRetainedSize(value = \"1 MiB\", kind = Kind.OFF_HEAP)");
    }
    WalkOptions.checkIgnoring(ignoring);
    for (Class<?> ignored : ignoring) {
      if (ignored.isAssignableFrom(type)) {
        throw new IllegalArgumentException(
            "ignoring = %s.class leaves out what type = %s.class counts; leave out one of them"
                .formatted(ignored.getSimpleName(), type.getSimpleName()));
      }
    }
  }

  @Override
  public List<Budget> budgets() {
    return List.of(promised);
  }

  @Override
  public int order() {
    return 110;
  }

  @Override
  public boolean weighsValues() {
    return true;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Object value = subject.value();
    if (value == null) {
      return List.of(RetainedSize.missingValue(figure()));
    }
    try {
      ObjectGraph graph = graphs.get().counting(type::isAssignableFrom);
      Quantity limit = budgets.get(0).limit();
      return List.of(StabilityCheck.measure(figure(), () -> count(graph, value, subject, limit)));
    } catch (UnweighableException e) {
      return List.of(new Missing(figure(), e.reason(), e.remedy()));
    }
  }

  private Observed count(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit) {
    Footprint reachable = graph.footprint(value);
    boolean exceedsLimit = limit != null && reachable.objects().compare(limit) > 0;
    Extent first = Extent.of(reachable);
    Breakdowns breakdown = subject.configuration().breakdown();
    if (kind == Kind.RETAINED && (limit == null || exceedsLimit || breakdown.isNeeded(false))) {
      return retained(graph, value, subject, limit, first);
    }
    boolean withBreakdown = kind == Kind.REACHABLE && breakdown.isNeeded(exceedsLimit);
    Footprint secondWalk = withBreakdown ? graph.paths(value) : graph.footprint(value);
    StabilityCheck.requireEqual(first, Extent.of(secondWalk));
    if (kind == Kind.RETAINED) {
      return atMost(reachable, type.isInstance(value));
    }
    Observed observed = exact(secondWalk, "everything that the value reaches");
    return withBreakdown ? observed.withBreakdown(HeapBreakdown.ofObjects(secondWalk)) : observed;
  }

  /**
   * Returns the reachable number as an upper bound of the retained one. It is within the budget, so
   * the heap is not walked.
   */
  private Observed atMost(Footprint reachable, boolean valueCounts) {
    Count upper = reachable.objects();
    return new Observed(
        figure(),
        upper,
        new Count(valueCounts ? 1 : 0),
        upper,
        Sampling.single(upper),
        counted(reachable, "everything that the value reaches, which is within the budget"),
        List.of(),
        null);
  }

  private Observed retained(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit, Extent first) {
    RetainedFootprint retention = graph.retained(value, subject.testInstances().toArray());
    Footprint retained = retention.retained();
    Observed observed =
        exact(retained, "what would be freed with the value")
            .withDistortions(RetainedSize.distortions(value, retention, subject.concurrent()));
    boolean exceeded = limit != null && retained.objects().compare(limit) > 0;
    Observed measured =
        subject.configuration().breakdown().isNeeded(exceeded)
            ? observed.withBreakdown(HeapBreakdown.ofObjects(retention))
            : observed;
    StabilityCheck.requireEqual(first, retention, measured, limit != null && !exceeded);
    return measured;
  }

  private Observed exact(Footprint footprint, String scope) {
    Count count = footprint.objects();
    return Observed.exact(figure(), count, Sampling.single(count), counted(footprint, scope));
  }

  private List<String> counted(Footprint footprint, String scope) {
    List<String> phrases = new ArrayList<>();
    phrases.add(scope);
    phrases.add("of type " + type.getTypeName());
    phrases.addAll(HeapBreakdown.notCounted(footprint));
    return phrases;
  }

  private Figure figure() {
    return promised.figure();
  }
}
