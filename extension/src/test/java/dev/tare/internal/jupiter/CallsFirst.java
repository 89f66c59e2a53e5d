package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

/** A metric that calls another method of the test class before the test. */
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(CallsFirst.InTurn.class)
@interface CallsFirst {

  String value();

  /** Calls the other method, then the body. */
  final class InTurn implements Metric<CallsFirst> {

    private static final Figure FIGURE = new Figure("turns", "turns", true);

    @Override
    public MeasurementPlan read(
        CallsFirst annotation, Subject.Site site, Configuration configuration) {
      Meter meter =
          (subject, schedule, budgets) -> {
            subject.variant(annotation.value()).run();
            subject.call();
            Count two = new Count(2);
            return List.of(
                Measurement.Observed.exact(FIGURE, two, Sampling.single(two), List.of()));
          };
      return MeasurementPlan.of(List.of(Budget.unlimited(FIGURE)), Schedule.ONCE, meter)
          .withOrder(40);
    }
  }
}
