package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
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
    public List<Budget> budgets(MaxOtherLength annotation, Configuration configuration) {
      return List.of(Budget.atMost(FIGURE, new Count(0)));
    }

    @Override
    public Schedule schedule(MaxOtherLength annotation, Configuration configuration) {
      return new Schedule(0, 1, false);
    }

    @Override
    public Meter meter(MaxOtherLength annotation, Configuration configuration) {
      return (subject, schedule, budgets) -> {
        Count length = new Count(String.valueOf(subject.value()).length());
        return List.of(
            Measurement.Observed.exact(FIGURE, length, Sampling.single(length), List.of()));
      };
    }

    @Override
    public int order() {
      return 11;
    }

    @Override
    public boolean weighsValues() {
      return true;
    }
  }
}
