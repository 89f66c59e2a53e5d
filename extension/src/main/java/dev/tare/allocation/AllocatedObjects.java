package dev.tare.allocation;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.allocation.CountedClasses;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import java.util.List;

/** The metric of {@link MaxAllocations}: the objects that one call creates. */
final class AllocatedObjects implements Metric<MaxAllocations> {

  @Override
  public MeasurementPlan read(
      MaxAllocations annotation, Subject.Site site, Configuration configuration) {
    Class<?> packageOf = annotation.packageOf();
    CountedClasses counted =
        new CountedClasses(annotation.type(), packageOf == Unset.class ? null : packageOf);
    Figure figure = new Figure("allocated-objects", "allocated objects" + counted.phrase(), true);
    return MeasurementPlan.of(
            List.of(Budget.atMost(figure, new Count(annotation.value()))),
            Schedule.of(annotation.warmups(), annotation.runs()),
            new ObjectMeter(counted, figure))
        .withOrder(210);
  }
}
