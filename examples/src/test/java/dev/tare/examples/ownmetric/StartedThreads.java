package dev.tare.examples.ownmetric;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import java.util.List;

/** Metric of the threads that a call starts. */
// tag::metric[]
final class StartedThreads implements Metric<MaxStartedThreads> {

  private static final Figure FIGURE = new Figure("started-threads", "started threads", true);

  @Override
  public MeasurementPlan read(
      MaxStartedThreads annotation, Subject.Site site, Configuration configuration) {
    return MeasurementPlan.of(
        // a negative number is refused by Count, before the test runs
        List.of(Budget.atMost(FIGURE, new Count(annotation.value()))),
        Schedule.of(annotation.warmups(), annotation.runs()),
        new ThreadMeter());
  }
}
// end::metric[]
