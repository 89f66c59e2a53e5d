package dev.tare.growth;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.call.Faults;
import dev.tare.internal.profile.JfrSampling;
import dev.tare.internal.profile.ProfiledCalls;
import dev.tare.internal.profile.Profiler;
import dev.tare.internal.timing.clock.Disturbance;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    SamplingPlan plan,
    Subject.Site site,
    Supplier<JvmCounters> clock,
    Supplier<Profiler> profiler)
    implements Metric {

  // What is added to a cost on purpose: the least at the smallest size, the most at the largest.
  // The least time is longer than a short call that the JIT has not compiled.
  private static final double LEAST_BROKEN = 10_000;
  private static final double MOST_BROKEN = 1e8;

  static GrowthOfCosts of(Growth annotation, Subject.Site site, Configuration configuration) {
    return of(GrowthOptions.of(annotation), site, configuration);
  }

  static GrowthOfCosts of(GrowthOptions options, Subject.Site site, Configuration configuration) {
    return new GrowthOfCosts(
        options.costs().stream()
            .map(cost -> Budget.atMost(figure(cost), options.atMost().limit()))
            .toList(),
        options.costs(),
        options.checkedParameter(site),
        options.sizes(),
        new SamplingPlan(
            Statistic.ROBUST,
            1,
            false,
            share(configuration.warmupTime()),
            share(configuration.measurementTime())),
        site,
        JvmCounters::ofThisJvm,
        () -> new JfrSampling(site.testClass(), JvmCounters.ofThisJvm()::isCompiling));
  }

  private static Elapsed share(Elapsed cap) {
    return new Elapsed(cap.nanos() / GrowthOfTime.BENCHMARKS);
  }

  static Figure figure(Cost cost) {
    return switch (cost) {
      case TIME -> new Figure("growth-of-time", "growth of time", false);
      case ALLOCATED -> new Figure("growth-of-allocated-bytes", "growth of allocated bytes", true);
      case RETAINED -> new Figure("growth-of-retained-size", "growth of retained size", false);
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
    Measurement[] measured = new Measurement[costs.size()];
    for (Cost cost : List.of(Cost.RETAINED, Cost.ALLOCATED, Cost.TIME)) {
      int index = costs.indexOf(cost);
      if (index >= 0) {
        Budget budget = budgets.get(index);
        measured[index] =
            withReasonNearLimit(
                cost == Cost.TIME
                    ? time(subject, budget.figure())
                    : bytes(cost, subject).measure(subject, sizes, schedule, budget.figure()),
                budget,
                cost);
      }
    }
    return List.of(measured);
  }

  /** The broken costs are five times as high at the smallest size, and grow one order faster. */
  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured) {
    double smallest = sizes.get(0);
    double exponent = limits.get(0).amount() + 1; // all costs have the same limit
    double highest = measured.stream().mapToDouble(GrowthOfCosts::costAtSmallest).max().orElse(0);
    double most = MOST_BROKEN / Math.pow(sizes.get(sizes.size() - 1) / smallest, exponent);
    double least = Math.min(Math.max(LEAST_BROKEN, 4 * highest), most);
    return Optional.of(
        new Broken(
            this,
            (value, size) ->
                size instanceof Integer n
                    ? costlier(value, least * Math.pow(n / smallest, exponent))
                    : value));
  }

  private static double costAtSmallest(Measurement measured) {
    return measured instanceof Observed observed && !observed.sampling().series().isEmpty()
        ? observed.sampling().series().get(0).values().get(0)
        : 0;
  }

  /** Adds as many nanoseconds or bytes to each cost of a call. */
  private @Nullable Object costlier(@Nullable Object value, double amount) {
    Faults.spin(costs.contains(Cost.TIME) ? amount : 0);
    Faults.allocate(costs.contains(Cost.ALLOCATED) ? amount : 0);
    return value == null || !costs.contains(Cost.RETAINED)
        ? value
        : new Object[] {value, new byte[Faults.arrayLength(amount)]};
  }

  private GrowthOfBytes bytes(Cost cost, Subject subject) {
    return GrowthOfBytes.of(cost, parameter, site, subject);
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
        explained.set(i, explain(costs.get(i), observed, subject));
      }
    }
    return explained;
  }

  private Observed explain(Cost cost, Observed growth, Subject subject) {
    int largest = sizes.get(sizes.size() - 1);
    Remark note =
        Remark.of(
            "largest-size", "the rows are of calls with {size}", GrowthPoints.sizeText(largest));
    if (cost != Cost.TIME) {
      return bytes(cost, subject).explain(growth, subject, largest, note);
    }
    List<Double> nanos = growth.sampling().series().get(0).values();
    return profiler
        .get()
        .explain(
            growth,
            new Elapsed(nanos.get(nanos.size() - 1)),
            new ProfiledCalls(
                subject.with(parameter, largest).body().fresh(), List.of(), ProfiledCalls.UNKNOWN),
            List.of(note));
  }

  private Measurement withReasonNearLimit(Measurement measured, Budget budget, Cost cost) {
    // three sizes are timed, and three do not show whether bytes grow in steps
    String more = cost == Cost.TIME || sizes.size() > 3 ? "" : ", and use four sizes or more";
    return measured instanceof Observed observed
            && observed.doubt() == null
            && budget.judge(observed).outcome() == Outcome.INCONCLUSIVE
        ? observed.withDoubt(
            "%s to %s at the largest sizes, on both sides of the limit; raise the largest size%s"
                .formatted(observed.lower().exact(), observed.upper().exact(), more))
        : measured;
  }

  private Measurement time(Subject subject, Figure figure) throws Throwable {
    List<TestBody> bodies = sizes.stream().map(n -> subject.with(parameter, n).body()).toList();
    Optional<String> doubt =
        Disturbance.of(
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                subject.concurrent(),
                true)
            .or(OptimizerHold::release);
    if (doubt.isPresent()) {
      for (TestBody body : bodies) {
        // the body runs nevertheless, because its own failure takes precedence
        body.run();
      }
      return Observed.unknown(figure, Power.CONSTANT, doubt.get());
    }
    return new GrowthOfTime(clock.get(), plan, sizes).measure(bodies, figure);
  }
}
