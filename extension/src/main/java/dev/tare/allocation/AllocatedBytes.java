package dev.tare.allocation;

import dev.tare.extension.Configuration;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.DataSize;
import java.util.List;

/** The metric of {@link MaxAllocatedBytes}: the bytes that one call allocates. */
final class AllocatedBytes implements Metric<MaxAllocatedBytes> {

  static final Figure FIGURE = new Figure("allocated-bytes", "allocated bytes", true);

  @Override
  public void check(MaxAllocatedBytes annotation, Subject.Site site) {
    boolean counts = annotation.runs() != Unset.NUMBER || annotation.warmups() != Unset.NUMBER;
    if (annotation.mode() == Mode.FIRST_CALL && counts) {
      throw new IllegalArgumentException(
          "the first call is one call: leave out runs and warmups, for example mode = FIRST_CALL");
    }
  }

  @Override
  public List<Budget> budgets(MaxAllocatedBytes annotation, Configuration configuration) {
    return List.of(Budget.atMost(FIGURE, DataSize.parse(annotation.value())));
  }

  @Override
  public Schedule schedule(MaxAllocatedBytes annotation, Configuration configuration) {
    return annotation.mode() == Mode.FIRST_CALL
        ? new Schedule(0, 1, true)
        : Schedule.of(
            annotation.warmups(), annotation.runs(), configuration.warmups(), configuration.runs());
  }

  @Override
  public Meter meter(MaxAllocatedBytes annotation, Configuration configuration) {
    Configuration.Breakdown chosen = annotation.breakdown();
    return new AllocationMeter(
        annotation.scope(),
        annotation.mode(),
        chosen == Configuration.Breakdown.UNSET ? configuration.breakdown() : chosen,
        annotation.depth());
  }

  @Override
  public int order() {
    return 200;
  }
}
