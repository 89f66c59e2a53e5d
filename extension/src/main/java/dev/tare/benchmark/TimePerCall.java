package dev.tare.benchmark;

import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.jit.CompiledCode;
import dev.tare.internal.jupiter.BaselineRules;
import dev.tare.internal.profile.JfrSampling;
import dev.tare.internal.timing.GarbageCleanup;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/**
 * Metric for {@link Benchmarked}: the time of the first call, the time per call, and its ratio to a
 * baseline.
 *
 * @param baseline name of the method to compare with; empty for none
 * @param forks number of fresh JVMs; 0 for this one
 */
record TimePerCall(
    BenchmarkOptions options,
    List<Budget> budgets,
    SamplingPlan plan,
    String baseline,
    int forks,
    Subject.Site site)
    implements Metric {

  /**
   * Reads the annotation. If a class names a baseline, neither the baseline itself nor dynamic
   * tests are compared with it. If the class sets no other limit, the annotation does not apply to
   * them.
   */
  static TimePerCall of(Benchmarked annotation, Subject.Site site, Configuration configuration) {
    BenchmarkOptions options = BenchmarkOptions.of(annotation);
    boolean isComparable = !new BaselineRules(site).isIncomparable(options.baseline());
    TimePerCall metric = of(options, isComparable ? options.baseline() : "", site, configuration);
    return isComparable || !options.max().isEmpty() || !options.maxFirst().isEmpty()
        ? metric
        : metric.withoutBudgets();
  }

  static TimePerCall of(
      BenchmarkOptions options, String baseline, Subject.Site site, Configuration configuration) {
    SamplingPlan plan = options.plan(configuration);
    if (!baseline.isEmpty() && site.ofTest()) {
      new BaselineRules(site).check(baseline, "their time, for example max = \"1 ms\"");
    }
    List<Budget> budgets = options.budgets(plan, baseline, configuration);
    return new TimePerCall(options, budgets, plan, baseline, options.forks(configuration), site);
  }

  /** Returns a metric that does not apply. */
  private TimePerCall withoutBudgets() {
    return new TimePerCall(options, List.of(), plan, baseline, forks, site);
  }

  @Override
  public Schedule schedule() {
    return Schedule.STANDARD;
  }

  @Override
  public int order() {
    return 300;
  }

  @Override
  public boolean needsManyCalls() {
    return true;
  }

  @Override
  public boolean preparesCalls() {
    return true;
  }

  @Override
  public boolean judgesFirstCall() {
    return !options.maxFirst().isEmpty();
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    TimesInThisJvm times = inThisJvm(subject);
    return forks == 0 && !TimesInThisJvm.isFresh(subject.configuration())
        ? times.measure(subject, budgets)
        : new ForkedTimes(times, forks).measure(subject, budgets);
  }

  @Override
  public List<Measurement> measureAgain(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    return forks == 0
        ? inThisJvm(subject).measureAgain(subject, budgets)
        : measure(subject, schedule, budgets);
  }

  /** A broken promise is measured in this JVM, where its calls take four times the limit. */
  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured) {
    Metric here = new TimePerCall(options, budgets, plan, baseline, 0, site);
    return Optional.of(SlowCalls.broken(here, limits, plan.operations(), baseline, subject));
  }

  private TimesInThisJvm inThisJvm(Subject subject) {
    JvmCounters clock = JvmCounters.ofThisJvm();
    return new TimesInThisJvm(
        clock,
        plan,
        site.ofTest() ? "this test" : "this body",
        baseline,
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        TimesInThisJvm.isFresh(subject.configuration())
            ? () -> discardJdkProfiles(clock)
            : GarbageCleanup::collectIfWorthwhile);
  }

  @Override
  public List<Measurement> explain(
      Subject subject, List<Budget> budgets, List<Measurement> measured) {
    return new TimeProfile(
            breakdown(subject.configuration().breakdown()),
            () -> new JfrSampling(site.testClass(), JvmCounters.ofThisJvm()::isCompiling),
            options.profile(),
            forks)
        .explain(subject, budgets, measured);
  }

  private Breakdowns breakdown(Breakdowns ofSuite) {
    return options.profile() == ProfileKind.CALLS && ofSuite == Breakdowns.NEVER
        ? Breakdowns.ON_FAILURE
        : ofSuite;
  }

  private static void discardJdkProfiles(JvmCounters clock) {
    // the query loads hundreds of classes, whose profiles must be discarded too
    clock.isCompiling();
    CompiledCode.discardOfJdk();
  }
}
