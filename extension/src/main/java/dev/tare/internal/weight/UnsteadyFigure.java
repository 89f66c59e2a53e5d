package dev.tare.internal.weight;

import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out why a figure is not the same in each run, so that it has no weight. */
final class UnsteadyFigure {

  /** Distortions that do not make an exact figure larger or smaller. */
  private static final Set<String> HARMLESS =
      Set.of(
          "no-breakdown",
          "unread-classes",
          "unseen-objects",
          Remark.DIFFERING_CALLS,
          Remark.HELD_ELSEWHERE,
          Remark.WORK_ELSEWHERE);

  private UnsteadyFigure() {}

  /** Returns the reason; empty if the figure is the same in each run, as far as is known. */
  static String reason(Observed observed) {
    if (observed.value() instanceof Elapsed) {
      return "times depend on the machine";
    }
    Breakdown breakdown = observed.breakdown();
    Optional<String> row =
        (breakdown == null ? List.<Breakdown.Row>of() : breakdown.rows())
            .stream().map(Breakdown.Row::unsteady).filter(reason -> !reason.isEmpty()).findFirst();
    return row.orElseGet(
        () -> isSteady(observed) ? distortion(observed) : "it is not exact, but an interval");
  }

  /** Returns whether a figure is exact, or an interval whose upper end each call has. */
  private static boolean isSteady(Observed observed) {
    return observed.isExact() || (!observed.isAtLeast() && observed.sampling().allEqual());
  }

  private static String distortion(Observed observed) {
    return observed.distortions().stream()
        .filter(remark -> !HARMLESS.contains(remark.id()))
        .findFirst()
        .map(remark -> remark.facts().isEmpty() ? remark.text() : remark.id().replace('-', ' '))
        .orElse("");
  }
}
