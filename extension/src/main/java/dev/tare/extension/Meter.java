package dev.tare.extension;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import java.util.List;
import org.apiguardian.api.API;

/** Measures one subject; it neither judges nor prints. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface Meter {

  /**
   * Measures a subject.
   *
   * @param subject what is measured
   * @param schedule how often the body is called
   * @param budgets the limits that the measurement will be judged by; a meter may judge while it
   *     samples, to stop when the verdict is certain
   * @return one measurement for each budget, of the same figure, in the same order
   * @throws Throwable what the body threw, unchanged
   */
  List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable;
}
