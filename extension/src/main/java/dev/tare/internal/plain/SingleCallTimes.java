package dev.tare.internal.plain;

import dev.tare.body.TestBody;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.timing.clock.Disturbance;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Times single calls, each by itself, from the first one on and without warm-up. */
public record SingleCallTimes(int calls) implements Metric {

  private static final Figure FIGURE =
      new Figure("single-calls", "median time of single calls", false);

  /**
   * @throws IllegalArgumentException if there is no call
   */
  public SingleCallTimes {
    if (calls < 1) {
      throw new IllegalArgumentException(
          "%s calls: at least one is needed, for example 100".formatted(calls));
    }
  }

  @Override
  public List<Budget> budgets() {
    return List.of(Budget.unlimited(FIGURE));
  }

  @Override
  public Schedule schedule() {
    return new Schedule(0, calls, true);
  }

  @Override
  public boolean preparesCalls() {
    return true;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    TestBody body = subject.body();
    List<TestBody> preparations = subject.preparations();
    double[] nanos = new double[schedule.runs()];
    for (int i = 0; i < nanos.length; i++) {
      for (TestBody preparation : preparations) {
        preparation.run();
      }
      long from = System.nanoTime();
      body.run();
      nanos[i] = System.nanoTime() - from;
    }
    body.forget();
    Observed observed = observed(nanos);
    Optional<String> doubt =
        Disturbance.of(
            ManagementFactory.getRuntimeMXBean().getInputArguments(), subject.concurrent(), true);
    return List.of(doubt.map(observed::inDoubt).orElse(observed));
  }

  private static Observed observed(double[] nanos) {
    double[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    Elapsed smallest = new Elapsed(sorted[0]);
    Elapsed largest = new Elapsed(sorted[last]);
    Sampling sampling =
        new Sampling("median", nanos.length, 0, smallest, largest, new Elapsed(nanos[0]))
            .withSeries(
                List.of(
                    new PointSeries(
                        "single calls",
                        "ns",
                        IntStream.rangeClosed(1, nanos.length).mapToObj(i -> (double) i).toList(),
                        Arrays.stream(nanos).boxed().toList(),
                        Map.of())));
    return new Observed(
        FIGURE,
        new Elapsed((sorted[last / 2] + sorted[sorted.length / 2]) / 2),
        smallest,
        largest,
        sampling,
        List.of(
            "real time of each call, the first one and reading the clock included",
            "the interval is that of all calls"),
        List.of(),
        null);
  }
}
