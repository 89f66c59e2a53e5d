package dev.tare.examples.ownmetric;

import dev.tare.extension.Broken;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Count;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the JVM's own count of started threads around each call. */
// tag::metric[]
record StartedThreads(Count most, Schedule schedule) implements Metric {

  private static final Figure FIGURE = new Figure("started-threads", "started threads", true);

  static StartedThreads of(MaxStartedThreads annotation) {
    return new StartedThreads(
        new Count(annotation.value()), // which refuses a negative number
        Schedule.of(annotation.warmups(), annotation.runs()));
  }

  @Override
  public List<Budget> budgets() {
    return List.of(Budget.atMost(FIGURE, most));
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<Count> started = new ArrayList<>();
    for (int call = 0; call < schedule.warmups() + schedule.runs(); call++) {
      long before = threads.getTotalStartedThreadCount();
      subject.call();
      started.add(new Count(threads.getTotalStartedThreadCount() - before));
    }
    List<String> counted = List.of("threads of the whole JVM, virtual ones left out");
    Observed observed = Metric.minimum(FIGURE, schedule, started, counted);
    return List.of(
        subject.concurrent()
            ? observed.inDoubt("other tests run at the same time; run it alone")
            : observed);
  }

  /** Starts one thread too many, for a run with tare.prove = true. */
  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured) {
    Broken.Fault fault =
        (value, argument) -> {
          for (long i = 0; i <= most.items(); i++) {
            new Thread(() -> {}).start();
          }
          return value;
        };
    return Optional.of(new Broken(this, fault));
  }
}
// end::metric[]
