package dev.tare.retained;

import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Meter;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Meter that counts a value's objects of one type. It counts reachable objects first and walks the
 * whole heap only if the retained number is needed.
 *
 * @param breakdown when a breakdown by path is created
 */
record InstanceMeter(Class<?> type, Kind kind, Supplier<ObjectGraph> graphs, Breakdowns breakdown)
    implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Object value = subject.value();
    if (value == null) {
      return List.of(SizeMeter.missingValue(figure()));
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
            .withDistortions(SizeMeter.distortions(value, retention, subject.concurrent()));
    boolean exceeded = limit != null && retained.objects().compare(limit) > 0;
    Observed measured =
        breakdown.isNeeded(exceeded)
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
    return RetainedInstances.figure(kind, type);
  }
}
