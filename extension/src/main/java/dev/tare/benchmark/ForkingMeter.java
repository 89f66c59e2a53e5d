package dev.tare.benchmark;

import dev.tare.extension.ConsoleProgress;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.SuiteKeys;
import dev.tare.internal.call.TestBody;
import dev.tare.internal.fork.ForkFailedException;
import dev.tare.internal.fork.ForkReply;
import dev.tare.internal.fork.ForkedJvm;
import dev.tare.internal.fork.ForkedRun;
import dev.tare.internal.fork.ForkedTest;
import dev.tare.internal.timing.Caps;
import dev.tare.internal.timing.Clock;
import dev.tare.internal.timing.Disturbance;
import dev.tare.internal.timing.MergedRuns;
import dev.tare.internal.timing.Procedure;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Has the test measured in fresh JVMs, and in such a JVM measures it for the one that asked. For
 * each JVM that something slowed down another one is started, up to twice as many as asked for.
 *
 * @param here measures in this JVM
 * @param clock it is measured by
 * @param forks how many fresh JVMs; 0 for this one
 * @param caps of each measurement
 * @param procedure says how sure a failure must be
 */
record ForkingMeter(Meter here, Clock clock, int forks, Caps caps, Procedure procedure)
    implements Meter {

  /** A JVM starts, and a class with its tests is set up, on a machine that is busy. */
  private static final double STARTING_NANOS = 120e9;

  private static final String SLOW = MergedRuns.SLOW;

  /** However slow, a body is called so often: the first call, the warm-up and five samples. */
  private static final int SLOWEST_CALLS = 20;

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Optional<String> reply = subject.configuration().text(ForkedTest.REPLY);
    if (reply.isPresent()) {
      List<Budget> unlimited =
          budgets.stream().map(budget -> Budget.unlimited(budget.figure())).toList();
      List<Measurement> measurements = here.measure(subject, schedule, unlimited);
      ForkReply.write(Path.of(reply.get()), new ForkedRun(measurements, clock.bestCoreNanos()));
      return measurements;
    }
    if (forks == 0) {
      return here.measure(subject, schedule, budgets);
    }
    long from = System.nanoTime();
    // what the body throws comes first, and a debugger can step through it
    for (TestBody preparation : subject.preparations()) {
      preparation.run();
    }
    subject.call();
    double call = System.nanoTime() - from;
    Optional<String> doubt = Disturbance.of(List.of(), subject.concurrent());
    return doubt.isPresent()
        ? each(budgets, budget -> new Doubtful(budget.figure(), doubt.get(), null))
        : forked(subject, budgets, call);
  }

  private List<Measurement> forked(Subject subject, List<Budget> budgets, double call)
      throws InterruptedException {
    if (subject.uniqueId().isEmpty()) {
      return each(
          budgets,
          budget ->
              new Missing(
                  budget.figure(),
                  "a dynamic test cannot be run again alone",
                  "forks = 0, or a method of its own"));
    }
    ForkedTest test =
        new ForkedTest(subject.uniqueId(), SuiteKeys.forOneTest(subject.configuration()));
    Elapsed cap = cap(call);
    try (ConsoleProgress progress = ConsoleProgress.of(subject)) {
      FreshRuns runs = new FreshRuns();
      for (int wanted = forks; runs.size() < wanted; wanted = runs.wanted(forks)) {
        String phase = "fresh JVM %s of %s".formatted(runs.size() + 1, wanted);
        progress.at(phase, 0, Double.NaN, (wanted - runs.size()) * cap.nanos());
        runs.add(ForkedJvm.run(test, cap));
      }
      List<Measurement> merged = merged(runs, budgets);
      if (exceeded(merged, budgets).isEmpty()) {
        return merged;
      }
      runs.add(ForkedJvm.run(test, cap));
      return confirmed(merged, runs.last(), budgets);
    } catch (ForkFailedException e) {
      String reason = String.valueOf(e.getMessage());
      return each(
          budgets,
          budget -> new Missing(budget.figure(), reason, "forks = 0 measures in this JVM"));
    }
  }

  private Elapsed cap(double call) {
    double arms = 2;
    return new Elapsed(
        STARTING_NANOS
            + 2 * (arms * caps.warmup().nanos() + caps.sampling().nanos())
            + SLOWEST_CALLS * arms * call);
  }

  private List<Measurement> merged(FreshRuns runs, List<Budget> budgets) {
    List<Measurement> merged = new ArrayList<>();
    List<String> dropped = ForkedJvm.dropped();
    for (int i = 0; i < budgets.size(); i++) {
      Measurement one = doubted(MergedRuns.of(runs.of(i), procedure), budgets.get(i));
      merged.add(dropped.isEmpty() ? one : with(one, "without " + String.join(" ", dropped)));
    }
    return merged;
  }

  /** What exceeds its limit, and would not if nothing had slowed down the JVMs, says nothing. */
  static Measurement doubted(Measurement merged, Budget budget) {
    return budget.judge(merged).outcome() == Outcome.EXCEEDED
            && merged instanceof Observed observed
            && mayBeWithin(observed, budget.limit())
        ? new Doubtful(
            observed.figure(),
            "in every fresh JVM " + SLOW + ", which can make calls seem this slow; try again",
            observed)
        : merged;
  }

  private static boolean mayBeWithin(Observed observed, @Nullable Quantity limit) {
    Quantity undisturbed = observed.sampling().undisturbed();
    return undisturbed != null && limit != null && undisturbed.compare(limit) <= 0;
  }

  private static List<Integer> exceeded(List<Measurement> measurements, List<Budget> budgets) {
    List<Integer> exceeded = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i++) {
      if (budgets.get(i).judge(measurements.get(i)).outcome() == Outcome.EXCEEDED) {
        exceeded.add(i);
      }
    }
    return exceeded;
  }

  /** One more JVM must find the figure above its limit, too. */
  private static List<Measurement> confirmed(
      List<Measurement> measurements, List<Measurement> again, List<Budget> budgets) {
    List<Measurement> confirmed = new ArrayList<>(measurements);
    for (int i : exceeded(measurements, budgets)) {
      confirmed.set(
          i, confirmed((Observed) measurements.get(i), again.get(i), budgets.get(i).limit()));
    }
    return confirmed;
  }

  static Measurement confirmed(Observed seen, Measurement again, @Nullable Quantity limit) {
    if (!(again instanceof Observed second)) {
      return again;
    }
    String value = second.value().rounded();
    String doubt =
        limit == null || second.value().compare(limit) <= 0
            ? "fresh JVMs disagree: %s exceeded the limit, %s in one more did not"
            : mayBeWithin(second, limit)
                ? "not confirmed: %s exceeded the limit, %s in one more may not, since " + SLOW
                : "";
    return doubt.isEmpty()
        ? with(seen, "confirmed in one more fresh JVM: " + value)
        : new Doubtful(seen.figure(), doubt.formatted(seen.value().rounded(), value), seen);
  }

  private static Measurement with(Measurement measurement, String phrase) {
    return measurement instanceof Observed observed
        ? observed.alsoCounted(List.of(phrase))
        : measurement;
  }

  private static List<Measurement> each(
      List<Budget> budgets, Function<Budget, Measurement> measurement) {
    return budgets.stream().map(measurement).toList();
  }
}
