package dev.tare.allocation;

import dev.tare.extension.Configuration;
import dev.tare.extension.Meter;
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
  public void check(MaxAllocations annotation, Subject.Site site) {
    if (annotation.type() != Object.class && annotation.packageOf() != Unset.class) {
      throw new IllegalArgumentException(
          "a type and a package: use one of them, for example type = Integer.class");
    }
    if (annotation.type().isPrimitive() || annotation.packageOf().isPrimitive()) {
      throw new IllegalArgumentException(
          "a primitive is no object: use its box, for example type = Integer.class");
    }
  }

  @Override
  public List<Budget> budgets(MaxAllocations annotation, Configuration configuration) {
    return List.of(Budget.atMost(figure(counted(annotation)), new Count(annotation.value())));
  }

  @Override
  public Schedule schedule(MaxAllocations annotation, Configuration configuration) {
    return Schedule.of(
        annotation.warmups(), annotation.runs(), configuration.warmups(), configuration.runs());
  }

  @Override
  public Meter meter(MaxAllocations annotation, Configuration configuration) {
    CountedObjects counted = counted(annotation);
    return new ObjectMeter(counted, figure(counted));
  }

  private static CountedObjects counted(MaxAllocations annotation) {
    return new CountedObjects(annotation.type(), annotation.packageOf());
  }

  private static Figure figure(CountedObjects counted) {
    return new Figure("allocated-objects", "allocated objects" + counted.phrase(), true);
  }

  @Override
  public int order() {
    return 210;
  }
}
