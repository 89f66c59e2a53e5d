package dev.tare.growth;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.record.OptimizerHold;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.AllocationCounters.Absence;
import dev.tare.internal.allocation.AllocationReadings;
import dev.tare.internal.allocation.AllocationSampler;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.launch.ConsoleProgress;
import dev.tare.internal.timing.GarbageCleanup;
import dev.tare.internal.timing.clock.Disturbance;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * Measures each cost at each size.
 *
 * @param costs costs in the order of the budgets
 * @param parameter index of the parameter that takes the size
 * @param sizes sizes, increasing number
 * @param jvmArguments arguments that this JVM was started with, which show a debugger
 */
record GrowthMeter(
    List<Cost> costs,
    int parameter,
    List<Integer> sizes,
    JvmCounters clock,
    TimeCaps caps,
    List<String> jvmArguments)
    implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    List<TestBody> bodies = sizes.stream().map(n -> subject.bodyWith(parameter, n)).toList();
    Map<Cost, Measurement> measurements = new EnumMap<>(Cost.class);
    for (Cost cost : List.of(Cost.RETAINED, Cost.ALLOCATED, Cost.SURVIVING, Cost.TIME)) {
      int index = costs.indexOf(cost);
      if (index >= 0) {
        measurements.put(
            cost,
            switch (cost) {
              case TIME -> time(subject, bodies, budgets.get(index));
              case ALLOCATED -> allocated(bodies, schedule, budgets.get(index));
              case RETAINED -> retained(subject, bodies, budgets.get(index));
              case SURVIVING ->
                  new GrowthOfSurvivingBytes(sizes, schedule.warmups())
                      .measure(subject, bodies, budgets.get(index));
            });
      }
    }
    bodies.forEach(TestBody::forget);
    return costs.stream().map(cost -> requireNonNull(measurements.get(cost))).toList();
  }

  private Measurement time(Subject subject, List<TestBody> bodies, Budget budget) throws Throwable {
    Optional<String> doubt =
        Disturbance.of(
                jvmArguments, subject.concurrent(), subject.configuration().allowUnoptimized())
            .or(OptimizerHold::release);
    if (doubt.isPresent()) {
      for (TestBody body : bodies) {
        // the body runs nevertheless, because its own failure takes precedence
        body.run();
      }
      return new Doubtful(GrowthOfCosts.TIME, doubt.get(), null);
    }
    GarbageCleanup.ofThisJvm().collectIfWorthwhile();
    try (ConsoleProgress progress = ConsoleProgress.of(subject)) {
      return new GrowthOfTime(clock, caps, sizes, progress).measure(bodies, budget);
    }
  }

  private Measurement allocated(List<TestBody> bodies, Schedule schedule, Budget budget)
      throws Throwable {
    Optional<AllocationCounter> counter = AllocationCounters.currentThread();
    if (counter.isEmpty()) {
      for (TestBody body : bodies) {
        body.run();
      }
      return uncounted(budget);
    }
    try (OptimizerHold optimizer = OptimizerHold.open()) {
      List<Double> bytes = bytesOfEachSize(counter.get(), bodies, schedule);
      if (bytes.contains(-1.0)) {
        return uncounted(budget);
      }
      Measurement measured =
          new GrowthPoints(sizes, bytes).ofBytes(budget, allocatedPhrases(schedule));
      boolean exceeded = budget.judge(measured).outcome() == Outcome.EXCEEDED;
      return optimizer.obstacle().isPresent() && !exceeded && measured instanceof Observed observed
          ? new Doubtful(budget.figure(), optimizer.obstacle().get(), observed)
          : measured;
    }
  }

  private static List<String> allocatedPhrases(Schedule schedule) {
    return List.of(
        "minimum of %s calls of each size after %s".formatted(schedule.runs(), schedule.warmups()),
        "this thread only",
        JvmLayout.phrase());
  }

  private static Missing uncounted(Budget budget) {
    Absence absence = AllocationCounters.absence();
    return new Missing(budget.figure(), absence.reason(), absence.remedy());
  }

  /** Returns the bytes of a call at each size; -1 if the JVM does not count them. */
  private static List<Double> bytesOfEachSize(
      AllocationCounter counter, List<TestBody> bodies, Schedule schedule) throws Throwable {
    List<Double> bytes = new ArrayList<>();
    for (TestBody body : bodies) {
      AllocationReadings readings = readings(counter, body, schedule);
      bytes.add(readings.counted() ? (double) readings.smallest() : -1);
    }
    return bytes;
  }

  private static AllocationReadings readings(
      AllocationCounter counter, TestBody body, Schedule schedule) throws Throwable {
    Lock judging = WeavingLock.judging();
    try {
      return new AllocationSampler(counter).sample(body, schedule.warmups(), schedule.runs());
    } finally {
      judging.unlock();
    }
  }

  private Measurement retained(Subject subject, List<TestBody> bodies, Budget budget)
      throws Throwable {
    List<Double> bytes = new ArrayList<>();
    Optional<UnweighableException> unweighable = Optional.empty();
    for (TestBody body : bodies) {
      Object value = body.call();
      if (value == null) {
        return new Missing(budget.figure(), "null was returned", "return the object");
      }
      try {
        bytes.add(
            ObjectGraph.open()
                .retained(value, subject.testInstances().toArray())
                .retained()
                .size()
                .amount());
      } catch (UnweighableException e) {
        unweighable = Optional.of(e);
      }
    }
    return unweighable
        .<Measurement>map(e -> new Missing(budget.figure(), e.reason(), e.remedy()))
        .orElseGet(
            () ->
                new GrowthPoints(sizes, bytes)
                    .ofBytes(
                        budget, List.of("what would be freed with the value", JvmLayout.phrase())));
  }
}
