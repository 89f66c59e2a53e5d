package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

/** A second metric of calls, for tests of two metrics together. */
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(MaxOtherCalls.OtherCalls.class)
@interface MaxOtherCalls {

  int runs() default Unset.NUMBER;

  boolean often() default false;

  /** Measures the number of scheduled calls. */
  class OtherCalls implements Metric<MaxOtherCalls> {

    static final Figure FIGURE = new Figure("other-calls", "other calls", true);

    @Override
    public MeasurementPlan read(
        MaxOtherCalls annotation, Subject.Site site, Configuration configuration) {
      Meter meter =
          (subject, schedule, budgets) -> {
            Count count = new Count(schedule.warmups() + schedule.runs());
            return List.of(
                Measurement.Observed.exact(FIGURE, count, Sampling.single(count), List.of()));
          };
      MeasurementPlan plan =
          MeasurementPlan.of(
                  List.of(Budget.unlimited(FIGURE)),
                  Schedule.of(Unset.NUMBER, annotation.runs()),
                  meter)
              .withOrder(30);
      return annotation.often() ? plan.with(MeasurementPlan.Trait.NEEDS_MANY_CALLS) : plan;
    }
  }
}
