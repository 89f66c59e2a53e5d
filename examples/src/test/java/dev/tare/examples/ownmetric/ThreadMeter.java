package dev.tare.examples.ownmetric;

import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Count;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/** Reads the JVM's own count of started threads around each call. */
// tag::meter[]
final class ThreadMeter implements Meter {

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
    Figure figure = budgets.get(0).figure();
    List<String> counted = List.of("threads of the whole JVM, virtual ones left out");
    Observed observed = Meter.minimum(figure, schedule, started, counted);
    return List.of(
        subject.concurrent()
            ? new Doubtful(figure, "other tests run at the same time; run it alone", observed)
            : observed);
  }
}
// end::meter[]
