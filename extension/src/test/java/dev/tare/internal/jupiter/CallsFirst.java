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

/** A metric that calls another method of the test class before the test. */
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(CallsFirst.InTurn.class)
@interface CallsFirst {

  String value();

  /** Calls the other method, then the body. */
  final class InTurn implements Metric<CallsFirst> {

    private static final Figure FIGURE = new Figure("turns", "turns", true);

    @Override
    public List<Budget> budgets(CallsFirst annotation, Configuration configuration) {
      return List.of(Budget.unlimited(FIGURE));
    }

    @Override
    public Schedule schedule(CallsFirst annotation, Configuration configuration) {
      return new Schedule(0, 1, false);
    }

    @Override
    public Meter meter(CallsFirst annotation, Configuration configuration) {
      return (subject, schedule, budgets) -> {
        subject.variant(annotation.value()).run();
        subject.call();
        Count two = new Count(2);
        return List.of(Measurement.Observed.exact(FIGURE, two, Sampling.single(two), List.of()));
      };
    }

    @Override
    public int order() {
      return 40;
    }
  }
}
