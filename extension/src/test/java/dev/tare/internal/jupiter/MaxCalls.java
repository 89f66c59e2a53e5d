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
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

/** Limits how often the body is called, with a metric that needs no access to the JVM. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(MaxCalls.Calls.class)
public @interface MaxCalls {

  int value();

  int runs() default Unset.NUMBER;

  int warmups() default Unset.NUMBER;

  /** Makes the verdict inconclusive. */
  boolean doubtful() default false;

  /** Counts calls. */
  record Calls(int most, Schedule schedule, boolean doubtful) implements Metric {

    public static final Figure FIGURE = new Figure("calls", "calls", true);

    static Calls of(MaxCalls annotation) {
      return new Calls(
          annotation.value(),
          Schedule.of(annotation.warmups(), annotation.runs()),
          annotation.doubtful());
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.atMost(FIGURE, new Count(most)));
    }

    @Override
    public int order() {
      return 20;
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
        throws Throwable {
      int calls = schedule.warmups() + schedule.runs();
      for (int i = 0; i < calls; i++) {
        subject.call();
      }
      Count count = new Count(calls);
      Measurement.Observed observed =
          Measurement.Observed.exact(FIGURE, count, Sampling.single(count), List.of());
      return List.of(doubtful ? observed.inDoubt("asked to doubt") : observed);
    }
  }
}
