package dev.tare.growth;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.Metric;
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
import dev.tare.internal.profile.JfrSampling;
import dev.tare.internal.profile.Profiler;
import dev.tare.internal.survival.Survival;
import dev.tare.internal.survival.SurvivingGrowth;
import dev.tare.internal.survival.SurvivingRounds;
import dev.tare.internal.timing.clock.Disturbance;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

/**
 * Metric of how fast the costs of a call grow: measures each cost at the sizes.
 *
 * @param costs costs in the order of the budgets
 * @param parameter index of the parameter that takes the size
 * @param sizes sizes, increasing
 * @param profiler finds the lines that take most at the largest size
 */
record GrowthOfCosts(
    List<Budget> budgets,
    List<Cost> costs,
    int parameter,
    List<Integer> sizes,
    TimeCaps caps,
    Supplier<JvmCounters> clock,
    Supplier<Profiler> profiler)
    implements Metric {

  private static final int CALLS_PER_ROUND = 10;
  private static final int ROUNDS = 5;

  /** Minimum share of a round's surviving bytes that are certainly the body's. */
  private static final double MIN_CERTAIN_SHARE = 0.9;

  static GrowthOfCosts of(Growth annotation, Subject.Site site, Configuration configuration) {
    return of(GrowthOptions.of(annotation), site, configuration);
  }

  static GrowthOfCosts of(GrowthOptions options, Subject.Site site, Configuration configuration) {
    int parameter = new SizedMethodRules(options, site).check();
    TimeCaps caps =
        new TimeCaps(
            cap("warmupTime", options.warmupTime()).orElseGet(configuration::warmupTime),
            cap("measurementTime", options.measurementTime())
                .orElseGet(configuration::measurementTime));
    return new GrowthOfCosts(
        options.costs().stream()
            .map(cost -> Budget.atMost(figure(cost), options.atMost().limit()))
            .toList(),
        options.costs(),
        parameter,
        options.sizes(),
        caps,
        JvmCounters::ofThisJvm,
        () -> new JfrSampling(site.testClass(), JvmCounters.ofThisJvm()::isCompiling));
  }

  private static Optional<Elapsed> cap(String attribute, String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(TimeCaps.parse(attribute, text));
  }

  static Figure figure(Cost cost) {
    return switch (cost) {
      case TIME -> new Figure("growth-of-time", "growth of time", false);
      case ALLOCATED -> new Figure("growth-of-allocated-bytes", "growth of allocated bytes", true);
      case RETAINED -> new Figure("growth-of-retained-size", "growth of retained size", false);
      case SURVIVING -> new Figure("growth-of-surviving-bytes", "growth of surviving bytes", true);
    };
  }

  @Override
  public Schedule schedule() {
    return Schedule.STANDARD;
  }

  @Override
  public int order() {
    return 400;
  }

  @Override
  public boolean needsManyCalls() {
    return true;
  }

  /** Returns the smallest size, for the runs that make only one call. */
  @Override
  public Map<Integer, Object> arguments() {
    return Map.of(parameter, sizes.get(0));
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    List<TestBody> bodies = sizes.stream().map(n -> subject.bodyWith(parameter, n)).toList();
    Map<Cost, Measurement> measurements = new EnumMap<>(Cost.class);
    for (Cost cost : List.of(Cost.RETAINED, Cost.ALLOCATED, Cost.SURVIVING, Cost.TIME)) {
      int index = costs.indexOf(cost);
      if (index >= 0) {
        Budget budget = budgets.get(index);
        Measurement measured =
            switch (cost) {
              case TIME -> time(subject, bodies, budget);
              case ALLOCATED -> allocated(bodies, schedule, budget);
              case RETAINED -> retained(subject, bodies, budget.figure());
              case SURVIVING -> surviving(subject, bodies, schedule, budget.figure());
            };
        measurements.put(cost, doubtedNearLimit(measured, budget));
      }
    }
    bodies.forEach(TestBody::forget);
    return costs.stream().map(cost -> requireNonNull(measurements.get(cost))).toList();
  }

  /**
   * Measures again with freshly compiled code, since luck in its compilation can explain a time.
   */
  @Override
  public List<Measurement> measureAgain(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    clock.get().discardCompiledCode();
    return measure(subject, schedule, budgets);
  }

  /** Adds the lines that allocate or take most at the largest size. */
  @Override
  public List<Measurement> explain(
      Subject subject, List<Budget> budgets, List<Measurement> measured) {
    List<Measurement> explained = new ArrayList<>(measured);
    for (int i = 0; i < budgets.size(); i++) {
      boolean exceeded = budgets.get(i).judge(measured.get(i)).outcome() == Outcome.EXCEEDED;
      if (measured.get(i) instanceof Observed observed
          && subject.configuration().breakdown().isNeeded(exceeded)) {
        TestBody largest = subject.bodyWith(parameter, sizes.get(sizes.size() - 1));
        explained.set(
            i, new LargestLines(profiler.get()).explain(costs.get(i), observed, subject, largest));
        largest.forget();
      }
    }
    return explained;
  }

  private Measurement doubtedNearLimit(Measurement measured, Budget budget) {
    return measured instanceof Observed observed
            && budget.judge(observed).outcome() == Outcome.INCONCLUSIVE
        ? new Doubtful(
            budget.figure(),
            "%s to %s at the largest sizes, on both sides of the limit; raise the largest size%s"
                .formatted(
                    observed.lower().exact(),
                    observed.upper().exact(),
                    sizes.size() == 3 ? " and use four sizes" : ""),
            observed)
        : measured;
  }

  private static Doubtful unjudged(Figure figure, List<TestBody> bodies, String reason)
      throws Throwable {
    for (TestBody body : bodies) {
      // the body runs nevertheless, because its own failure takes precedence
      body.run();
    }
    return new Doubtful(figure, reason, null);
  }

  private Measurement time(Subject subject, List<TestBody> bodies, Budget budget) throws Throwable {
    Optional<String> doubt =
        Disturbance.of(
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                subject.concurrent(),
                true)
            .or(OptimizerHold::release);
    if (doubt.isPresent()) {
      return unjudged(budget.figure(), bodies, doubt.get());
    }
    return new GrowthOfTime(clock.get(), caps, sizes, ConsoleProgress.of(subject))
        .measure(bodies, budget.figure());
  }

  private Measurement allocated(List<TestBody> bodies, Schedule schedule, Budget budget)
      throws Throwable {
    Optional<AllocationCounter> counter = AllocationCounters.currentThread();
    List<Double> bytes = new ArrayList<>();
    try (OptimizerHold optimizer = OptimizerHold.open()) {
      for (TestBody body : bodies) {
        if (counter.isEmpty()) {
          // the body runs nevertheless, because its own failure takes precedence
          body.run();
        } else {
          readings(counter.get(), body, schedule)
              .ifPresent(readings -> bytes.add((double) readings.smallest()));
        }
      }
      if (bytes.size() < bodies.size()) {
        Absence absence = AllocationCounters.absence();
        return new Missing(budget.figure(), absence.reason(), absence.remedy());
      }
      String calls =
          "minimum of %s calls of each size after %s"
              .formatted(schedule.runs(), schedule.warmups());
      Observed observed = exact(budget.figure(), bytes, calls, "this thread only");
      return optimizer.obstacle().isPresent()
              && budget.judge(observed).outcome() != Outcome.EXCEEDED
          ? new Doubtful(budget.figure(), optimizer.obstacle().get(), observed)
          : observed;
    }
  }

  /** Returns the readings at a size; empty if the JVM does not count. */
  private static Optional<AllocationReadings> readings(
      AllocationCounter counter, TestBody body, Schedule schedule) throws Throwable {
    Lock judging = WeavingLock.judging();
    try {
      return Optional.of(
              new AllocationSampler(counter).sample(body, schedule.warmups(), schedule.runs()))
          .filter(AllocationReadings::counted);
    } finally {
      judging.unlock();
    }
  }

  private Observed exact(Figure figure, List<Double> bytes, String... counted) {
    List<String> phrases = new ArrayList<>(List.of(counted));
    phrases.add(JvmLayout.phrase());
    return new GrowthPoints(sizes, bytes, new DataSize(0)).exact(figure, phrases);
  }

  private Measurement retained(Subject subject, List<TestBody> bodies, Figure figure)
      throws Throwable {
    List<Double> bytes = new ArrayList<>();
    Optional<UnweighableException> unweighable = Optional.empty();
    for (TestBody body : bodies) {
      Object value = body.call();
      if (value == null) {
        return new Missing(figure, "null was returned", "return the object");
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
    return unweighable.isPresent()
        ? new Missing(figure, unweighable.get().reason(), unweighable.get().remedy())
        : exact(figure, bytes, "what would be freed with the value");
  }

  private Measurement surviving(
      Subject subject, List<TestBody> bodies, Schedule schedule, Figure figure) throws Throwable {
    if (subject.concurrent()) {
      return unjudged(figure, bodies, SurvivingRounds.OTHER_TESTS);
    }
    List<Double> bytes = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    try {
      for (TestBody body : bodies) {
        Optional<SurvivingGrowth> growth =
            new SurvivingRounds(body, CALLS_PER_ROUND, ROUNDS, type -> true)
                .measure(schedule.warmups());
        if (growth.isEmpty()) {
          return new Missing(figure, Survival.NOT_COLLECTED, Survival.OTHER_COLLECTOR);
        }
        bytes.add(Math.ceil((double) growth.get().total().bytes() / CALLS_PER_ROUND));
        if (growth.get().certainTotal().bytes()
            < MIN_CERTAIN_SHARE * growth.get().mostTotal().bytes()) {
          doubts.add(growth.get().doubt());
        }
      }
    } catch (UnweighableException e) {
      return new Missing(figure, e.reason(), e.remedy());
    }
    return doubts.isEmpty()
        ? exact(
            figure,
            bytes,
            "least growth of the live objects in rounds of %s calls of each size after %s"
                .formatted(CALLS_PER_ROUND, schedule.warmups()),
            "objects of all threads")
        : new Doubtful(figure, doubts.get(0), null);
  }
}
