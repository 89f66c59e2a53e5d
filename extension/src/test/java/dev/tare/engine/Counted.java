package dev.tare.engine;

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

/** Limits the calls of a body that is called once: 1 is within the limit, 0 is exceeded. */
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(Counted.Calls.class)
@interface Counted {

  /** The largest number of calls. */
  int value() default 1;

  /** Calls the body and counts. */
  final class Calls implements Metric<Counted> {

    private static final Figure FIGURE = new Figure("calls", "calls", true);

    @Override
    public MeasurementPlan read(
        Counted annotation, Subject.Site site, Configuration configuration) {
      Meter meter =
          (subject, schedule, budgets) -> {
            subject.call();
            Count once = new Count(1);
            return List.of(
                Measurement.Observed.exact(FIGURE, once, Sampling.single(once), List.of()));
          };
      return MeasurementPlan.of(
              List.of(Budget.atMost(FIGURE, new Count(annotation.value()))), Schedule.ONCE, meter)
          .withOrder(0);
    }
  }
}
