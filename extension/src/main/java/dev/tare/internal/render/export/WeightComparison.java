package dev.tare.internal.render.export;

import java.util.List;

/**
 * How the figures of a run compare with their weights.
 *
 * @param sum the numbers of grown and shrunk weights in one sentence; none without weights
 * @param changes the figures that grew or shrank
 */
public record WeightComparison(List<String> sum, List<FigureChange> changes) {

  /** The comparison of a run without weights. */
  public static final WeightComparison NONE = new WeightComparison(List.of(), List.of());

  /** Copies the lists. */
  public WeightComparison {
    sum = List.copyOf(sum);
    changes = List.copyOf(changes);
  }
}
