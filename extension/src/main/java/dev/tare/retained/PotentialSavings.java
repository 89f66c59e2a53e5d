package dev.tare.retained;

import dev.tare.heap.Finding;
import dev.tare.heap.NodeFilters;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ProfileNode;
import dev.tare.heap.WasteVisitor;
import dev.tare.model.Breakdown.Saving;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Possible savings of a value. They are computed only for values that are small enough to profile,
 * and only for this JVM's layout.
 */
final class PotentialSavings {

  /** Maximum number of objects to profile; more take too much memory in a failing test. */
  static final long MAX_OBJECTS = 2_000_000;

  private PotentialSavings() {}

  /** Returns whether this number of objects can be profiled. */
  static boolean canProfile(ObjectGraph graph, long objects) {
    return objects <= MAX_OBJECTS && graph.objectLayout().equals(graph.layout().objects());
  }

  /** Returns the savings found in a profile; none if the profile is null. */
  static List<Saving> of(@Nullable ProfileNode profile) {
    if (profile == null) {
      return List.of();
    }
    WasteVisitor waste = new WasteVisitor();
    profile.traverse(NodeFilters.all(), waste);
    return waste.findings().stream().map(PotentialSavings::saving).toList();
  }

  private static Saving saving(Finding finding) {
    return new Saving(
        finding.saving(),
        finding.objects().items(),
        finding.of().items(),
        finding.type(),
        finding.path(),
        finding.waste().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        finding.description());
  }
}
