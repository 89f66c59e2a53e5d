package dev.tare.growth;

import dev.tare.body.TestBody;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.AllocationSites;
import dev.tare.internal.profile.ProfiledCalls;
import dev.tare.internal.profile.Profiler;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the lines that allocate or take most at the largest size, with further calls of the body.
 *
 * @param profiler finds the lines that take most time
 */
record LargestLines(Profiler profiler) {

  /** Returns the growth with the lines, or with the reason why there are none. */
  Observed explain(Cost cost, Observed growth, Subject subject, TestBody body) {
    PointSeries costs = growth.sampling().series().get(0);
    int last = costs.values().size() - 1;
    double amount = costs.values().get(last);
    Remark note =
        Remark.of(
            "largest-size",
            "the rows are of calls with {size}",
            GrowthPoints.sizeText(costs.positions().get(last).intValue()));
    return switch (cost) {
      case ALLOCATED -> allocating(growth, new DataSize((long) amount), note, subject, body);
      case TIME ->
          profiler.explain(
              growth,
              new Elapsed(amount),
              new ProfiledCalls(body.fresh(), List.of(), ProfiledCalls.UNKNOWN),
              List.of(note));
      case RETAINED, SURVIVING -> growth;
    };
  }

  private static Observed allocating(
      Observed growth, Quantity bytes, Remark note, Subject subject, TestBody body) {
    Observed atLargest = Observed.exact(growth.figure(), bytes, Sampling.single(bytes), List.of());
    Observed explained =
        new AllocationSites(
                AllocationCounters.currentThread().orElseThrow(),
                subject.testInstances(),
                ClassOrigin.APPLICATION)
            .explain(atLargest, body);
    Breakdown breakdown = explained.breakdown();
    return breakdown == null
        ? growth.withDistortions(explained.distortions())
        : growth.withBreakdown(
            breakdown.withNotes(
                Stream.concat(Stream.of(note), breakdown.notes().stream()).toList()));
  }
}
