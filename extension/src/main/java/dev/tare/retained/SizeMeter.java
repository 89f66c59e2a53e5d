package dev.tare.retained;

import dev.tare.extension.Configuration.Breakdown;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.Footprint;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RetainedFootprint;
import dev.tare.heap.TooManyObjectsException;
import dev.tare.heap.UnweighableException;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
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
 * Weighs a value: everything it reaches first, and who else reaches that only where it matters.
 *
 * @param graphs opens what walks a value
 * @param breakdown when the objects are told apart; never {@link Breakdown#DEFAULT}
 */
record SizeMeter(Kind kind, Supplier<ObjectGraph> graphs, Breakdown breakdown) implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Object value = subject.value();
    Figure figure = RetainedSize.figure(kind);
    if (value == null) {
      return List.of(nothing(figure));
    }
    try {
      ObjectGraph graph = graphs.get();
      Quantity limit = budgets.get(0).limit();
      return List.of(StabilityCheck.measure(figure, () -> weigh(graph, value, subject, limit)));
    } catch (UnweighableException e) {
      return List.of(AbortedWalk.missing(figure, e));
    }
  }

  static Missing nothing(Figure figure) {
    return new Missing(
        figure,
        "there is no value to weigh: null was returned or stands in the field, or nothing was"
            + " handed over",
        "return the object, assign the field, or call retained.hold(value)");
  }

  private Measurement weigh(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit) {
    Figure figure = RetainedSize.figure(kind);
    try {
      return whole(graph, value, subject, limit);
    } catch (TooManyObjectsException e) {
      boolean tells = limit == null || new DataSize(e.bytes()).compare(limit) <= 0;
      if (tells || kind == Kind.REACHABLE) {
        return AbortedWalk.measured(figure, graph, e, limit);
      }
    }
    try {
      return retained(graph, value, subject, limit, null);
    } catch (TooManyObjectsException e) {
      return AbortedWalk.measured(figure, graph, e, limit);
    }
  }

  private Observed whole(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit) {
    Footprint reachable = graph.footprint(value);
    boolean over = limit != null && reachable.size().compare(limit) > 0;
    Extent first = Extent.of(reachable);
    if (kind == Kind.REACHABLE) {
      return reachable(graph, value, limit, over, first);
    }
    if (over || explained(false)) {
      return retained(graph, value, subject, limit, first);
    }
    StabilityCheck.require(first, Extent.of(graph.footprint(value)));
    return atMost(graph, reachable, graph.shallowSizeOf(value));
  }

  private Observed reachable(
      ObjectGraph graph, Object value, @Nullable Quantity limit, boolean over, Extent first) {
    Footprint again = explained(over) ? graph.paths(value) : graph.footprint(value);
    StabilityCheck.require(first, Extent.of(again));
    Observed observed =
        exact(
            again,
            counted(graph, again, "everything that the value reaches"),
            limit != null && over
                ? CompactHeaders.phrases(
                    graph, limit, layout -> graph.withLayout(layout).footprint(value).size())
                : List.of());
    if (!explained(over)) {
      return observed;
    }
    boolean profiled = PotentialSavings.looksAt(graph, again.objects().items());
    return observed.withBreakdown(
        HeapBreakdown.of(again, PotentialSavings.of(profiled ? graph.profile(value) : null)));
  }

  private boolean explained(boolean exceeded) {
    return explains(breakdown, exceeded);
  }

  /** Whether a breakdown that is asked for so is to be made. */
  static boolean explains(Breakdown breakdown, boolean exceeded) {
    return switch (breakdown) {
      case ALWAYS -> true;
      case ON_FAILURE, DEFAULT -> exceeded;
      case NEVER -> false;
    };
  }

  /** Who else holds what does not matter where everything together is within the budget. */
  private static Observed atMost(ObjectGraph graph, Footprint reachable, long shallow) {
    DataSize upper = reachable.size();
    return new Observed(
        RetainedSize.RETAINED,
        upper,
        new DataSize(shallow),
        upper,
        Sampling.single(upper),
        counted(graph, reachable, "everything that the value reaches, which is within the budget"),
        List.of(),
        null);
  }

  /**
   * What would be freed with the value.
   *
   * @param first what a first walk met; null if it was ended
   */
  private Observed retained(
      ObjectGraph graph,
      Object value,
      Subject subject,
      @Nullable Quantity limit,
      @Nullable Extent first) {
    Object[] holders = subject.testInstances().toArray();
    RetentionAnalysis look =
        graph.marked(
            value, marking -> RetentionAnalysis.at(graph, marking, limit, breakdown), holders);
    if (first != null) {
      StabilityCheck.require(first, Extent.of(look.retention()));
    }
    RetainedFootprint retention = look.retention();
    Observed observed =
        exact(
                retention.retained(),
                counted(graph, retention.retained(), "what would be freed with the value"),
                look.compact())
            .withDistortions(distortions(retention, subject.concurrent()));
    return explained(look.exceeded())
        ? observed.withBreakdown(HeapBreakdown.of(retention, PotentialSavings.of(look.profile())))
        : observed;
  }

  private Observed exact(Footprint footprint, List<String> counted, List<String> compact) {
    return Observed.exact(
        RetainedSize.figure(kind),
        footprint.size(),
        Sampling.single(footprint.size()),
        Stream.concat(counted.stream(), compact.stream()).toList());
  }

  private static List<String> counted(ObjectGraph graph, Footprint footprint, String what) {
    List<String> phrases = new ArrayList<>();
    phrases.add(what);
    phrases.addAll(HeapBreakdown.beside(footprint));
    phrases.addAll(layout(graph));
    return phrases;
  }

  /** What the sizes are of, and on which JVM. */
  static List<String> layout(ObjectGraph graph) {
    String running = graph.layout().toString();
    return graph.objectLayout().equals(graph.layout().objects())
        ? List.of(running)
        : List.of("computed for " + graph.objectLayout(), "on " + running);
  }

  static List<String> distortions(RetainedFootprint retention, boolean concurrent) {
    List<String> phrases = new ArrayList<>();
    if (!retention.unread().isEmpty()) {
      phrases.add(
          "what these classes share with the value counts, since their fields cannot be listed: "
              + String.join(", ", retention.unread()));
    }
    if (concurrent) {
      phrases.add("other tests may run at the same time; what they hold just then is not counted");
    }
    return phrases;
  }
}
