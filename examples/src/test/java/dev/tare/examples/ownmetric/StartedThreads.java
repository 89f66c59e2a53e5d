package dev.tare.examples.ownmetric;

import dev.tare.extension.Configuration;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import java.util.List;

/** Metric of the threads that a call starts. */
// tag::metric[]
final class StartedThreads implements Metric<MaxStartedThreads> {

  static final Figure FIGURE = new Figure("started-threads", "started threads", true);

  @Override
  public List<Budget> budgets(MaxStartedThreads annotation, Configuration configuration) {
    // a negative number is refused by Count, before the test runs
    return List.of(Budget.atMost(FIGURE, new Count(annotation.value())));
  }

  @Override
  public Schedule schedule(MaxStartedThreads annotation, Configuration configuration) {
    return Schedule.of(
        annotation.warmups(), annotation.runs(), configuration.warmups(), configuration.runs());
  }

  @Override
  public Meter meter(MaxStartedThreads annotation, Configuration configuration) {
    return new ThreadMeter();
  }

  @Override
  public int order() {
    return 1000;
  }
}
// end::metric[]
