package dev.tare.broken.retained;

import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import java.util.List;

/** A metric with a field that changes. */
final class RemembersTheLimit implements Metric {

  private List<Budget> limits = List.of();

  static RemembersTheLimit of(Deprecated annotation) {
    return new RemembersTheLimit();
  }

  @Override
  public List<Budget> budgets() {
    return limits;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets) {
    limits = budgets;
    return List.of();
  }
}
