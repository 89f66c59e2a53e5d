package dev.tare.engine;

import dev.tare.extension.MeasuredBy;
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
  record Calls(int most) implements Metric {

    private static final Figure FIGURE = new Figure("calls", "calls", true);

    static Calls of(Counted annotation) {
      return new Calls(annotation.value());
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.atMost(FIGURE, new Count(most)));
    }

    @Override
    public int order() {
      return 0;
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
        throws Throwable {
      subject.call();
      Count once = new Count(1);
      return List.of(Measurement.Observed.exact(FIGURE, once, Sampling.single(once), List.of()));
    }
  }
}
