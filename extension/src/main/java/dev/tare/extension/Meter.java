package dev.tare.extension;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import java.util.List;
import org.apiguardian.api.API;

/** Observes one subject and says what it saw; it neither judges nor prints. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface Meter {

  /**
   * Measures.
   *
   * @param subject what is measured
   * @param schedule how often the body is called
   * @param budgets what will be asked of the measurement; a meter may ask them while it samples, to
   *     know when it has seen enough
   * @return one measurement for each budget, of the same figure, in the same order
   * @throws Throwable what the body threw, unchanged
   */
  List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable;
}
