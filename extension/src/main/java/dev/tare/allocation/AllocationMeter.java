package dev.tare.allocation;

import dev.tare.extension.Configuration.Breakdown;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.Turns;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.AllocationReadings;
import dev.tare.internal.allocation.AllocationSampler;
import dev.tare.internal.allocation.AllocationSites;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * Reads an allocation counter around each call of the body.
 *
 * @param breakdown when the lines are told apart; never {@link Breakdown#DEFAULT}
 */
record AllocationMeter(Scope scope, Mode mode, Breakdown breakdown) implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Optional<AllocationCounter> counter = counter();
    if (counter.isEmpty()) {
      // the body runs all the same: its own failure comes first
      subject.call();
      return List.of(uncounted("this JVM does not count allocated bytes"));
    }
    Measurement measurement =
        measurement(counter.get(), readings(counter.get(), subject, schedule), subject);
    return List.of(
        measurement instanceof Observed observed && asked(observed, budgets.get(0))
            ? explained(observed, counter.get(), subject, schedule)
            : measurement);
  }

  private static AllocationReadings readings(
      AllocationCounter counter, Subject subject, Schedule schedule) throws Throwable {
    Lock turn = Turns.judging();
    turn.lock();
    try {
      return new AllocationSampler(counter)
          .sample(subject.body(), schedule.warmups(), schedule.runs());
    } finally {
      turn.unlock();
    }
  }

  private boolean asked(Observed observed, Budget budget) {
    return switch (breakdown) {
      case ALWAYS -> true;
      case ON_FAILURE, DEFAULT -> budget.judge(observed).outcome() == Outcome.EXCEEDED;
      case NEVER -> false;
    };
  }

  private Observed explained(
      Observed observed, AllocationCounter counter, Subject subject, Schedule schedule) {
    if (mode == Mode.FIRST_CALL) {
      return AllocationSites.unexplained(observed, "a first call cannot be had again");
    }
    if (schedule.once()) {
      return AllocationSites.unexplained(
          observed, "the body may be called once only (runs = 1, warmups = 0)");
    }
    return new AllocationSites(counter, subject.testInstances()).explain(observed, subject.body());
  }

  private Optional<AllocationCounter> counter() {
    return switch (scope) {
      case TEST_THREAD -> AllocationCounters.currentThread();
      case STARTED_THREADS -> AllocationCounters.startedThreads();
      case PROCESS -> AllocationCounters.process();
    };
  }

  private Measurement measurement(
      AllocationCounter counter, AllocationReadings readings, Subject subject) {
    if (!readings.counted()) {
      return uncounted("this thread's bytes are not counted, as for every virtual thread");
    }
    Observed observed = observed(counter, readings, subject.body().reflective());
    return scope != Scope.TEST_THREAD && subject.concurrent()
        ? new Doubtful(
            AllocatedBytes.FIGURE,
            "other tests run at the same time and their bytes are in the figure; run this one"
                + " alone: @Isolated on its class, or no @Test beside the annotation",
            observed)
        : observed;
  }

  private Observed observed(
      AllocationCounter counter, AllocationReadings readings, boolean reflective) {
    DataSize smallest = new DataSize(readings.smallest());
    boolean warmedUp = readings.warmups() > 0;
    Sampling sampling =
        new Sampling(
            "minimum",
            Math.toIntExact(readings.runs()),
            readings.warmups(),
            smallest,
            new DataSize(readings.largest()),
            warmedUp ? new DataSize(readings.first()) : null);
    List<String> distortions = new ArrayList<>();
    if (!counter.caveat().isEmpty()) {
      distortions.add(counter.caveat());
    }
    if (reflective) {
      distortions.add("reflective mode: the bytes of the reflective call are in the figure");
    }
    List<String> counted = new ArrayList<>(List.of(counter.covers(), JvmLayout.phrase()));
    if (mode == Mode.FIRST_CALL) {
      counted.add(0, "the first call, class loading included");
    }
    return new Observed(
        AllocatedBytes.FIGURE,
        smallest,
        new DataSize(readings.smallestCertain()),
        smallest,
        sampling,
        counted,
        distortions,
        null);
  }

  private Missing uncounted(String reason) {
    return new Missing(
        AllocatedBytes.FIGURE,
        reason,
        scope == Scope.PROCESS
            ? "run on a HotSpot JVM 17.0.11 or newer, with thread allocation counting on"
            : "count all threads instead: @MaxAllocatedBytes(value = …, scope = Scope.PROCESS)");
  }
}
