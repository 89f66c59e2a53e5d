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
 * What of a value could be saved, where the value is small enough to be looked at once more, and
 * judged as it is in this JVM: savings are not computed for other layouts.
 */
final class PotentialSavings {

  /** A profile of more would take more memory than a failing test should ask for. */
  static final long MOST_OBJECTS = 2_000_000;

  private PotentialSavings() {}

  /** Whether it is worth a profile of so many objects. */
  static boolean looksAt(ObjectGraph graph, long objects) {
    return objects <= MOST_OBJECTS && graph.objectLayout().equals(graph.layout().objects());
  }

  /** What could be saved of what a profile shows; nothing where there is none. */
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
