package dev.tare.allocation;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import java.util.List;

/** The metric of {@link MaxAllocatedBytes}: the bytes that one call allocates. */
final class AllocatedBytes implements Metric<MaxAllocatedBytes> {

  static final Figure FIGURE = new Figure("allocated-bytes", "allocated bytes", true);

  @Override
  public MeasurementPlan read(
      MaxAllocatedBytes annotation, Subject.Site site, Configuration configuration) {
    Meter meter =
        new AllocationMeter(
            annotation.scope(), annotation.mode(), configuration.breakdown(), annotation.depth());
    Budget budget = configuration.bytesAtMost(FIGURE, annotation.value());
    return MeasurementPlan.of(List.of(budget), schedule(annotation), meter).withOrder(200);
  }

  private static Schedule schedule(MaxAllocatedBytes annotation) {
    if (annotation.mode() == Mode.STEADY) {
      return Schedule.of(annotation.warmups(), annotation.runs());
    }
    if (annotation.runs() != Unset.NUMBER || annotation.warmups() != Unset.NUMBER) {
      throw new IllegalArgumentException(
          "the first call is one call: leave out runs and warmups, for example mode = FIRST_CALL");
    }
    return new Schedule(0, 1, true);
  }
}
