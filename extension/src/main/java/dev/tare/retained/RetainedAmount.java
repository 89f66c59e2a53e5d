package dev.tare.retained;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.Footprint;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RetainedFootprint;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.call.Faults;
import dev.tare.internal.call.PlantedClass;
import dev.tare.internal.survival.ReleasedObjects;
import dev.tare.model.Breakdown.Saving;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.retained.StabilityCheck.Extent;
import dev.tare.retained.StabilityCheck.Weighing;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Metric of what a value retains: its bytes, or its objects of a type. It walks the reachable
 * objects first, and the whole heap only if the retained ones are needed.
 *
 * @param type the type of the counted objects; null for bytes
 * @param graphs creates the profiler
 */
record RetainedAmount(
    Budget promised, Kind kind, @Nullable Class<?> type, Supplier<ObjectGraph> graphs)
    implements Metric {

  private static final List<Class<?>> NEVER_COUNTED =
      List.of(Class.class, ClassLoader.class, Module.class, Thread.class, Enum.class);

  static RetainedAmount of(
      MaxRetainedSize annotation, Subject.Site site, Configuration configuration) {
    Kind kind = annotation.kind();
    return ofBytes(
        configuration.bytesAtMost(size(kind), annotation.value()),
        kind,
        List.of(annotation.ignoring()),
        annotation.layout());
  }

  static RetainedAmount of(MaxInstances annotation) {
    return ofObjects(
        annotation.value(), annotation.type(), annotation.kind(), List.of(annotation.ignoring()));
  }

  static RetainedAmount ofBytes(
      Budget limit, Kind kind, List<Class<?>> ignoring, JudgedLayout layout) {
    WalkOptions.checkIgnoring(ignoring);
    if (kind == Kind.OFF_HEAP && layout != JudgedLayout.RUNNING) {
      throw new IllegalArgumentException(
          "layout = %s: memory outside the heap is the same under every layout; leave out layout"
              .formatted(layout));
    }
    return new RetainedAmount(limit, kind, null, new WalkOptions(ignoring, layout)::open);
  }

  static RetainedAmount ofObjects(long limit, Class<?> type, Kind kind, List<Class<?>> ignoring) {
    checkObjects(limit, type, kind, ignoring);
    Figure figure =
        new Figure(
            word(kind) + "-instances", word(kind) + " " + type.getSimpleName() + " objects", true);
    return new RetainedAmount(
        Budget.atMost(figure, new Count(limit)),
        kind,
        type,
        new WalkOptions(ignoring, JudgedLayout.RUNNING)::open);
  }

  /** Returns the figure of bytes. */
  static Figure size(Kind kind) {
    return new Figure(word(kind) + "-size", word(kind) + " size", false);
  }

  private static String word(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void checkObjects(long limit, Class<?> type, Kind kind, List<Class<?>> ignoring) {
    String text = "type = " + type.getSimpleName() + ".class";
    require(
        !type.isPrimitive(),
        text,
        "no object is of a primitive type; name a class",
        "type = " + (type == void.class ? "String" : type.getSimpleName() + "[]") + ".class");
    require(
        !type.isAnnotation()
            && NEVER_COUNTED.stream().noneMatch(excluded -> excluded.isAssignableFrom(type)),
        text,
        "classes, class loaders, modules, threads, enum constants and annotations belong to the"
            + " program and are never counted; name a type of values",
        "type = String.class");
    require(limit >= 0, "value = " + limit, "a count cannot be negative", "value = 0");
    require(
        kind != Kind.OFF_HEAP,
        "kind = OFF_HEAP",
        "objects are in the heap; limit the memory that they own outside it",
        "@MaxRetainedSize(value = \"1 MiB\", kind = Kind.OFF_HEAP)");
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
    if (value == null) {
      return List.of(missing(subject));
    }
    if (value instanceof ReleasedObjects) {
      return List.of(
          new Missing(
              figure(),
              "there is no value to weigh: the test lets go of the objects",
              "declare the parameter as Retained<Cache>"));
    }
    try {
      ObjectGraph graph = graph();
      Quantity limit = budgets.get(0).limit();
      return List.of(StabilityCheck.measure(() -> weigh(graph, value, subject, limit)));
    } catch (UnweighableException e) {
      return List.of(new Missing(figure(), e.reason(), e.remedy()));
    }
  }

  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured)
      throws Throwable {
    double more = limits.get(0).amount() + 1;
    RetainedAmount broken = this;
    Object added;
    if (type != null) {
      PlantedClass plant = PlantedClass.beside(subject.testInstances());
      broken = new RetainedAmount(promised, kind, plant.type(), graphs);
      added = plant.create(more);
    } else {
      added =
          kind == Kind.OFF_HEAP
              ? ByteBuffer.allocateDirect(Faults.arrayLength(more))
              : Faults.linked(more);
    }
    return Optional.of(
        new Broken(
            broken, (value, argument) -> value == null ? null : new Object[] {value, added}));
  }

  /** Returns why there is no value: what the method returned, or did with its parameters. */
  private Missing missing(Subject subject) {
    Set<String> calls = new TreeSet<>();
    for (Object argument : subject.arguments()) {
      if (argument instanceof Retained<?> retained && retained.handedOver() == null) {
        calls.add(retained.isSet() ? "hold(null) was called" : "hold(...) was not called");
      }
    }
    return calls.isEmpty()
        ? new Missing(
            figure(), "there is no value to weigh: the method returned null", "return the object")
        : new Missing(
            figure(),
            "there is no value to weigh: " + String.join(", or ", calls),
            "call retained.hold(value)");
  }

  private Figure figure() {
    return promised.figure();
  }

  private ObjectGraph graph() {
    ObjectGraph graph = graphs.get();
    if (type != null) {
      return graph.counting(type::isAssignableFrom);
    }
    return kind == Kind.OFF_HEAP ? graph.weighingOffHeap() : graph;
  }

  private Quantity amount(Footprint footprint) {
    return type == null ? footprint.size() : footprint.objects();
  }

  private boolean exceeds(Footprint footprint, @Nullable Quantity limit) {
    return limit != null && amount(footprint).compare(limit) > 0;
  }

  private Weighing weigh(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit) {
    Footprint reachable = graph.footprint(value);
    boolean exceedsLimit = exceeds(reachable, limit);
    Extent first = Extent.of(reachable);
    Breakdowns breakdown = subject.configuration().breakdown();
    if (kind == Kind.REACHABLE) {
      return reachable(graph, value, limit, breakdown.isNeeded(exceedsLimit), first);
    }
    if (limit == null || exceedsLimit || breakdown.isNeeded(false)) {
      return retained(graph, value, subject, limit, first);
    }
    Quantity least =
        type == null
            ? new DataSize(graph.shallowSizeOf(value))
            : new Count(type.isInstance(value) ? 1 : 0);
    Footprint again = graph.footprint(value);
    return new Weighing(
        first,
        again,
        exact(graph, reachable, "everything that the value reaches, which is within the budget")
            .withInterval(least, amount(reachable)));
  }

  private Weighing reachable(
      ObjectGraph graph,
      Object value,
      @Nullable Quantity limit,
      boolean isBrokenDown,
      Extent first) {
    Footprint walked = isBrokenDown ? graph.paths(value) : graph.footprint(value);
    Observed observed = exact(graph, walked, "everything that the value reaches");
    if (type == null && limit != null && exceeds(walked, limit)) {
      observed =
          observed.alsoCounted(
              HeapBreakdown.underCompactHeaders(
                  graph, limit, layout -> graph.withLayout(layout).footprint(value).size()));
    }
    if (isBrokenDown) {
      List<Saving> savings =
          isProfiled(graph, walked) ? HeapBreakdown.savings(graph.profile(value)) : List.of();
      observed = observed.withBreakdown(HeapBreakdown.of(walked, type != null, savings));
    }
    return new Weighing(first, walked, observed);
  }

  private boolean isProfiled(ObjectGraph graph, Footprint footprint) {
    return type == null
        && kind != Kind.OFF_HEAP
        && HeapBreakdown.canProfile(graph, footprint.objects().items());
  }

  /**
   * Returns what the value retains.
   *
   * @param first the extent of a first walk
   */
  private Weighing retained(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit, Extent first) {
    Object[] roots = subject.testInstances().toArray();
    RetainedFootprint retention = graph.retained(value, roots);
    Footprint retained = retention.retained();
    boolean exceeded = exceeds(retained, limit);
    Observed measured =
        exact(graph, retained, "what would be freed with the value")
            .withDistortions(distortions(value, retention, subject.concurrent()));
    if (limit != null && exceeded && type == null && kind != Kind.OFF_HEAP) {
      measured =
          measured.alsoCounted(
              HeapBreakdown.underCompactHeaders(
                  graph, limit, layout -> graph.withLayout(layout).retainedSize(value, roots)));
    }
    if (subject.configuration().breakdown().isNeeded(exceeded)) {
      List<Saving> savings =
          isProfiled(graph, retained)
              ? orElse(List.of(), () -> HeapBreakdown.savings(graph.retainedProfile(value, roots)))
              : List.of();
      List<RootPath> holders =
          retention.shared().rows().isEmpty()
              ? List.of()
              : orElse(List.of(), () -> graph.otherHolders(value, roots));
      measured =
          measured.withBreakdown(HeapBreakdown.of(retention, type != null, savings, holders));
    }
    // an object that is added to those of others during the analysis may count as retained
    boolean mayOthersChange =
        limit != null && !exceeded && retention.shared().objects().items() > 0;
    return new Weighing(
        first,
        Extent.of(retention),
        mayOthersChange ? Extent.of(retention.retained()) : null,
        measured);
  }

  /** Returns what explains a verdict, which does not need it. */
  private static <T> T orElse(T fallback, Supplier<T> explanation) {
    try {
      return explanation.get();
    } catch (UnweighableException e) {
      return fallback;
    }
  }

  private Observed exact(ObjectGraph graph, Footprint footprint, String scope) {
    Quantity amount = amount(footprint);
    return Observed.exact(
        figure(), amount, Sampling.single(amount), counted(graph, footprint, scope));
  }

  private List<String> counted(ObjectGraph graph, Footprint footprint, String scope) {
    List<String> phrases = new ArrayList<>();
    if (type == null && kind != Kind.OFF_HEAP) {
      phrases.addAll(HeapBreakdown.exclusions(footprint));
      phrases.addAll(layout(graph));
      phrases.add(scope);
      return phrases;
    }
    phrases.add(scope);
    phrases.add(type == null ? "only memory outside the heap" : "of type " + type.getTypeName());
    phrases.addAll(HeapBreakdown.notCounted(footprint));
    return phrases;
  }

  /** Returns phrases for the layout of the sizes and the running JVM. */
  private static List<String> layout(ObjectGraph graph) {
    String running = graph.layout().toString();
    return graph.objectLayout().equals(graph.layout().objects())
        ? List.of(running)
        : List.of("computed for " + graph.objectLayout(), "on " + running);
  }

  /**
   * Returns remarks on elements that others hold, on classes whose fields cannot be read, and on
   * tests that run concurrently.
   */
  private static List<Remark> distortions(
      Object value, RetainedFootprint retention, boolean concurrent) {
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
}
