package dev.tare.internal.jupiter;

import dev.tare.extension.MeasuredBy;
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
  record OtherCalls(Schedule schedule, boolean needsManyCalls) implements Metric {

    static final Figure FIGURE = new Figure("other-calls", "other calls", true);

    static OtherCalls of(MaxOtherCalls annotation) {
      return new OtherCalls(Schedule.of(Unset.NUMBER, annotation.runs()), annotation.often());
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.unlimited(FIGURE));
    }

    @Override
    public int order() {
      return 30;
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets) {
      Count count = new Count(schedule.warmups() + schedule.runs());
      return List.of(Measurement.Observed.exact(FIGURE, count, Sampling.single(count), List.of()));
    }
  }
}
