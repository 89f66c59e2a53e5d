package dev.tare.retained;

import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.heap.Footprint;
import dev.tare.heap.HeapSnapshot;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ProfileNode;
import dev.tare.heap.RetainedFootprint;
import dev.tare.unit.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a value's retained objects, computed from one heap snapshot.
 *
 * @param exceeded whether the retained size exceeds the budget
 * @param compact a phrase on compact headers, if the budget is exceeded
 * @param profile a profile of the retained objects, if there is to be a breakdown
 */
record RetentionAnalysis(
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
