package dev.tare.allocation;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import java.util.List;

/** The metric of {@link MaxAllocations}: the objects that one call creates. */
final class AllocatedObjects implements Metric<MaxAllocations> {

  @Override
  public MeasurementPlan read(
      MaxAllocations annotation, Subject.Site site, Configuration configuration) {
    CountedObjects counted = counted(annotation.type(), annotation.packageOf());
    Figure figure = new Figure("allocated-objects", "allocated objects" + counted.phrase(), true);
    return MeasurementPlan.of(
            List.of(Budget.atMost(figure, new Count(annotation.value()))),
            Schedule.of(annotation.warmups(), annotation.runs(), configuration),
            new ObjectMeter(counted, figure))
        .withOrder(210);
  }

  private static CountedObjects counted(Class<?> type, Class<?> packageOf) {
    if (type != Object.class && packageOf != Unset.class) {
      throw new IllegalArgumentException(
          "a type and a package: use one of them, for example type = Integer.class");
    }
    if (type.isPrimitive() || packageOf.isPrimitive()) {
      throw new IllegalArgumentException(
          "a primitive is no object: use its box, for example type = Integer.class");
    }
    return new CountedObjects(type, packageOf);
  }
}
