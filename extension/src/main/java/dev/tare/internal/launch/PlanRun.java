package dev.tare.internal.launch;

import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.call.MeasuringThreads;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Measures a subject by its plan, without JUnit. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class PlanRun {

  private PlanRun() {}

  /**
   * Returns one measurement for each budget. They are {@link Measurement.Missing} if this Java
   * runtime lacks a module that the meter needs.
   *
   * @param source the annotation or the call that the plan was read from, for messages
   * @throws IllegalStateException if the meter did not return one measurement for each budget, of
   *     its figure and quantity, in the same order
   * @throws Throwable what the body threw, unchanged
   */
  @SuppressWarnings("try") // the resource only marks this thread as measuring
  public static List<Measurement> measure(MeasurementPlan plan, Subject subject, String source)
      throws Throwable {
    List<Measurement> measurements;
    try (MeasuringThreads.OpenMeasurement turn = MeasuringThreads.begin()) {
      measurements = plan.meter().measure(subject, plan.schedule(), plan.budgets());
    } catch (LinkageError e) {
      measurements = unmeasured(e, plan.budgets());
    }
    checkReturned(measurements, plan.budgets(), source);
    return measurements;
  }

  /** Checks the result of a meter, which may be a user's. */
  private static void checkReturned(
      @Nullable List<? extends @Nullable Measurement> measurements,
      List<Budget> budgets,
      String source) {
    if (measurements == null || measurements.size() != budgets.size()) {
      throw wrongMeter(
          source,
          "returned %s for %s; return one measurement for each budget"
              .formatted(
                  measurements == null
                      ? "null"
                      : Count.withNoun(measurements.size(), "measurement", "measurements"),
                  Count.withNoun(budgets.size(), "budget", "budgets")));
    }
    for (int i = 0; i < budgets.size(); i++) {
      checkReturned(measurements.get(i), budgets.get(i), source);
    }
  }

  private static void checkReturned(
      @Nullable Measurement measurement, Budget budget, String source) {
    if (measurement == null) {
      throw wrongMeter(source, "returned null among its measurements");
    }
    if (!measurement.figure().id().equals(budget.figure().id())) {
      throw wrongMeter(
          source,
          "measured %s where the budget is of %s; return the measurements in the order of the budgets"
              .formatted(measurement.figure().id(), budget.figure().id()));
    }
    Quantity limit = budget.limit();
    if (limit != null
        && measurement instanceof Observed observed
        && !limit.getClass().isInstance(observed.value())) {
      throw wrongMeter(
          source,
          "measured a %s, and the limit is a %s; use one class for both"
              .formatted(
                  observed.value().getClass().getSimpleName(), limit.getClass().getSimpleName()));
    }
  }

  private static IllegalStateException wrongMeter(String source, String what) {
    return new IllegalStateException(source + ": its meter " + what);
  }

  /**
   * @throws LinkageError the error itself, unless a missing module explains it
   */
  private static List<Measurement> unmeasured(LinkageError thrown, List<Budget> budgets) {
    String module = JdkModules.missingModule(thrown).orElseThrow(() -> thrown);
    return budgets.stream()
        .<Measurement>map(
            budget ->
                new Measurement.Missing(
                    budget.figure(), JdkModules.reason(module), JdkModules.remedy(module)))
        .toList();
  }
}
