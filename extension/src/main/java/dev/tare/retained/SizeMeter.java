package dev.tare.retained;

import dev.tare.extension.Configuration.Breakdown;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.Footprint;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.Retention;
import dev.tare.heap.UnweighableException;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Weighs a value: everything it reaches first, and who else reaches that only where it matters.
 *
 * @param breakdown when the objects are told apart; never {@link Breakdown#DEFAULT}
 */
record SizeMeter(Kind kind, List<Class<?>> ignoring, Breakdown breakdown) implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Object value = subject.value();
    Figure figure = RetainedSize.figure(kind);
    if (value == null) {
      return List.of(
          new Missing(
              figure,
              "there is no value to weigh: null was returned or stands in the field, or nothing"
                  + " was handed over",
              "return the object, assign the field, or call retained.hold(value)"));
    }
    try {
      ObjectGraph graph = ObjectGraph.open().ignoring(ignoring.toArray(Class<?>[]::new));
      return List.of(weigh(graph, value, subject, budgets.get(0).limit()));
    } catch (UnweighableException e) {
      return List.of(new Missing(figure, e.reason(), e.remedy()));
    }
  }

  private Observed weigh(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit) {
    Footprint reachable = graph.footprint(value);
    boolean over = limit != null && reachable.size().compare(limit) > 0;
    if (kind == Kind.REACHABLE) {
      Observed observed = exact(graph, reachable, "everything that the value reaches");
      return explained(over) ? observed.withBreakdown(Findings.of(graph.paths(value))) : observed;
    }
    return over || explained(false)
        ? retained(graph, value, subject, limit)
        : atMost(graph, reachable, graph.shallowSizeOf(value));
  }

  private boolean explained(boolean exceeded) {
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

  private Observed retained(
      ObjectGraph graph, Object value, Subject subject, @Nullable Quantity limit) {
    Retention retention = graph.retained(value, subject.testInstances().toArray());
    Footprint retained = retention.retained();
    Observed observed =
        exact(graph, retained, "what would be freed with the value")
            .withDistortions(distortions(retention, subject.concurrent()));
    boolean exceeded = limit != null && retained.size().compare(limit) > 0;
    return explained(exceeded) ? observed.withBreakdown(Findings.of(retention)) : observed;
  }

  private Observed exact(ObjectGraph graph, Footprint footprint, String what) {
    return Observed.exact(
        RetainedSize.figure(kind),
        footprint.size(),
        Sampling.single(footprint.size()),
        counted(graph, footprint, what));
  }

  private static List<String> counted(ObjectGraph graph, Footprint footprint, String what) {
    List<String> phrases = new ArrayList<>();
    phrases.add(what);
    phrases.addAll(Findings.beside(footprint));
    phrases.add(graph.layout().toString());
    return phrases;
  }

  private static List<String> distortions(Retention retention, boolean concurrent) {
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
