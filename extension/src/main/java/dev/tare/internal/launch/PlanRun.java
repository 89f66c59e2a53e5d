package dev.tare.internal.launch;

import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.call.MeasuringThreads;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import java.util.List;
import org.apiguardian.api.API;

/** Measures a subject as a plan says. It needs no JUnit. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class PlanRun {

  private PlanRun() {}

  /**
   * Returns one measurement for each budget; unmeasured if this Java runtime lacks a module that
   * the meter needs.
   *
   * @param source the annotation or the call that the plan was read from, for messages
   * @throws Throwable what the body threw, unchanged
   */
  @SuppressWarnings("try") // the thread measures for as long as it is open
  public static List<Measurement> measure(MeasurementPlan plan, Subject subject, String source)
      throws Throwable {
    List<Measurement> measurements;
    try (MeasuringThreads.OpenMeasurement turn = MeasuringThreads.begin()) {
      measurements = plan.meter().measure(subject, plan.schedule(), plan.budgets());
    } catch (LinkageError e) {
      measurements = unmeasured(e, plan.budgets());
    }
    if (measurements.size() != plan.budgets().size()) {
      throw new IllegalStateException(
          "%s has %s budgets and its meter returned %s measurements"
              .formatted(source, plan.budgets().size(), measurements.size()));
    }
    return measurements;
  }

  /**
   * @throws LinkageError the error itself, unless a missing module explains it
   */
  private static List<Measurement> unmeasured(LinkageError thrown, List<Budget> budgets) {
    String module = JdkModules.behind(thrown).orElseThrow(() -> thrown);
    return budgets.stream()
        .<Measurement>map(
            budget ->
                new Measurement.Missing(
                    budget.figure(), JdkModules.reason(module), JdkModules.remedy(module)))
        .toList();
  }
}
