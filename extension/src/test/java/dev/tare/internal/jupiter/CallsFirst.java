package dev.tare.internal.jupiter;

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

/** A metric that calls another method of the test class before the test. */
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(CallsFirst.InTurn.class)
@interface CallsFirst {

  String value();

  /** Calls the other method, then the body. */
  record InTurn(String other) implements Metric {

    private static final Figure FIGURE = new Figure("turns", "turns", true);

    static InTurn of(CallsFirst annotation) {
      return new InTurn(annotation.value());
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.unlimited(FIGURE));
    }

    @Override
    public int order() {
      return 40;
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
        throws Throwable {
      subject.variant(other).run();
      subject.call();
      Count two = new Count(2);
      return List.of(Measurement.Observed.exact(FIGURE, two, Sampling.single(two), List.of()));
    }
  }
}
