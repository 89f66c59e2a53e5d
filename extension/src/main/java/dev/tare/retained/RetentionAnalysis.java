package dev.tare.retained;

import dev.tare.extension.Configuration.Breakdown;
import dev.tare.heap.Footprint;
import dev.tare.heap.HeapSnapshot;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ProfileNode;
import dev.tare.heap.RetainedFootprint;
import dev.tare.unit.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one look at everything in the JVM tells of a value.
 *
 * @param exceeded whether what is retained is over the budget
 * @param compact whether the budget would hold under compact headers, where it is exceeded
 * @param profile of what would be freed with the value, where it is to be explained
 */
record RetentionAnalysis(
    RetainedFootprint retention,
    boolean exceeded,
    List<String> compact,
    @Nullable ProfileNode profile) {

  /**
   * Asks everything that a verdict may need.
   *
   * @param breakdown when the objects are told apart
   */
  static RetentionAnalysis at(
      ObjectGraph graph, HeapSnapshot marking, @Nullable Quantity limit, Breakdown breakdown) {
    RetainedFootprint retention = marking.retention();
    Footprint retained = retention.retained();
    boolean exceeded = limit != null && retained.size().compare(limit) > 0;
    boolean profiled =
        SizeMeter.explains(breakdown, exceeded)
            && PotentialSavings.looksAt(graph, retained.objects().items());
    return new RetentionAnalysis(
        retention,
        exceeded,
        limit != null && exceeded
            ? CompactHeaders.phrases(graph, limit, marking::retainedUnder)
            : List.of(),
        profiled ? marking.retainedProfile() : null);
  }
}
