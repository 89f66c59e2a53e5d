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

/** A second metric of values, for tests of two metrics together; every text exceeds it. */
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(MaxOtherLength.OtherLength.class)
@interface MaxOtherLength {

  /** Counts characters. */
  final class OtherLength implements Metric<MaxOtherLength> {

    private static final Figure FIGURE = new Figure("other-length", "other length", false);

    @Override
    public MeasurementPlan read(
        MaxOtherLength annotation, Subject.Site site, Configuration configuration) {
      Meter meter =
          (subject, schedule, budgets) -> {
            Count length = new Count(String.valueOf(subject.value()).length());
            return List.of(
                Measurement.Observed.exact(FIGURE, length, Sampling.single(length), List.of()));
          };
      return MeasurementPlan.of(List.of(Budget.atMost(FIGURE, new Count(0))), Schedule.ONCE, meter)
          .with(MeasurementPlan.Trait.WEIGHS_VALUES)
          .withOrder(11);
    }
  }
}
