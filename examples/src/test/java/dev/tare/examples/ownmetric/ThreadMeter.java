package dev.tare.examples.ownmetric;

import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.stream.LongStream;

/** Reads the JVM's own count of started threads around each call. */
// tag::meter[]
final class ThreadMeter implements Meter {

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    long[] started = new long[schedule.warmups() + schedule.runs()];
    for (int call = 0; call < started.length; call++) {
      long before = threads.getTotalStartedThreadCount();
      subject.call();
      started[call] = threads.getTotalStartedThreadCount() - before;
    }
    Observed observed = observed(started, schedule);
    return List.of(
        subject.concurrent()
            ? new Doubtful(
                StartedThreads.FIGURE, "other tests run at the same time; run it alone", observed)
            : observed);
  }

  private static Observed observed(long[] started, Schedule schedule) {
    Count smallest = new Count(judged(started, schedule).min().orElseThrow());
    Count largest = new Count(judged(started, schedule).max().orElseThrow());
    Count first = schedule.warmups() > 0 ? new Count(started[0]) : null;
    return Observed.exact(
        StartedThreads.FIGURE,
        smallest,
        new Sampling("minimum", schedule.runs(), schedule.warmups(), smallest, largest, first),
        List.of("threads of the whole JVM, virtual ones left out"));
  }

  private static LongStream judged(long[] started, Schedule schedule) {
    return LongStream.of(started).skip(schedule.warmups());
  }
}
// end::meter[]
