package dev.tare.benchmark;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.Metric;
import dev.tare.extension.PreparesCalls;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.agent.jit.CompiledCode;
import dev.tare.internal.call.Faults;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.internal.jupiter.Preparation;
import dev.tare.internal.profile.JfrSampling;
import dev.tare.internal.timing.GarbageCleanup;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * Metric for {@link Benchmarked}: the time of the first call, the time per call, and its ratio to a
 * baseline.
 *
 * @param baseline name of the method to compare with; empty for none
 * @param caps longest warm-up and sampling
 * @param forks number of fresh JVMs; 0 for this one
 */
record TimePerCall(
    BenchmarkOptions options,
    List<Budget> budgets,
    SamplingPlan plan,
    String baseline,
    TimeCaps caps,
    int forks,
    Subject.Site site)
    implements Metric {

  /** How many times its limit a broken time is, so that noise does not decide. */
  private static final int BROKEN_TIMES = 4;

  /**
   * Reads the annotation. If a class names a baseline, neither the baseline itself nor dynamic
   * tests are compared with it. If the class sets no other limit, the annotation does not apply to
   * them.
   */
  static TimePerCall of(Benchmarked annotation, Subject.Site site, Configuration configuration) {
    BenchmarkOptions options = BenchmarkOptions.of(annotation);
    boolean isComparable = !hasIncomparableBaseline(options, site);
    TimePerCall metric = of(options, isComparable ? options.baseline() : "", site, configuration);
    return isComparable || !options.max().isEmpty() || !options.maxFirst().isEmpty()
        ? metric
        : metric.withoutBudgets();
  }

  static TimePerCall of(
      BenchmarkOptions options, String baseline, Subject.Site site, Configuration configuration) {
    AttributeRules rules = new AttributeRules(options);
    SamplingPlan plan = rules.check();
    int forks = options.forks() == Unset.NUMBER ? configuration.forks() : options.forks();
    rules.checkJvmArgs(forks, configuration);
    if (plan.threads() > 1 && site.ofTest()) {
      checkUnprepared(site.testClass(), plan.threads());
    }
    if (!baseline.isEmpty() && site.ofTest()) {
      new BaselineRules(site).check(baseline);
    }
    return new TimePerCall(
        options,
        budgets(options, plan, baseline, configuration),
        plan,
        baseline,
        caps(options, configuration),
        forks,
        site);
  }

  /** Returns a metric that does not apply. */
  private TimePerCall withoutBudgets() {
    return new TimePerCall(options, List.of(), plan, baseline, caps, forks, site);
  }

  /**
   * Returns whether the annotation of the class names a baseline with which this test cannot be
   * compared: the test itself, or any for a dynamic test.
   */
  private static boolean hasIncomparableBaseline(BenchmarkOptions options, Subject.Site site) {
    String name = options.baseline();
    return !site.direct()
        && !name.isEmpty()
        && (name.equals(KotlinNames.sourceName(site.method()))
            || BaselineRules.isTestFactory(site.method()));
  }

  private static void checkUnprepared(Class<?> testClass, int threads) {
    for (Class<?> type : MeasuredAnnotations.withEnclosingClasses(testClass)) {
      for (Method method :
          AnnotationSupport.findAnnotatedMethods(
              type, PreparesCalls.class, HierarchyTraversalMode.TOP_DOWN)) {
        throw new IllegalArgumentException(
            "threads = %s: %s void %s() prepares one call at a time; leave out one of them, for example threads = 1"
                .formatted(threads, Preparation.textOn(method).orElseThrow(), method.getName()));
      }
    }
  }

  /**
   * @param baseline name of the baseline; empty if there is none
   */
  private static List<Budget> budgets(
      BenchmarkOptions options, SamplingPlan plan, String baseline, Configuration configuration) {
    List<Budget> budgets = new ArrayList<>();
    if (!options.maxFirst().isEmpty()) {
      budgets.add(Budget.atMost(TimeFigures.FIRST_CALL, limit("maxFirst", options.maxFirst(), 1)));
    }
    if (!options.max().isEmpty()) {
      budgets.add(
          Budget.atMost(TimeFigures.timePer(plan), limit("max", options.max(), plan.operations())));
    }
    if (!baseline.isEmpty()) {
      boolean ratioOfSuite = options.maxRatio() == Unset.NUMBER;
      Ratio ratio = ratioOfSuite ? configuration.maxRatio() : new Ratio(options.maxRatio());
      Budget relative = Budget.atMost(TimeFigures.relativeTo(baseline, plan), ratio);
      boolean setByKey =
          ratioOfSuite && configuration.text(ConfigurationKey.MAX_RATIO.key()).isPresent();
      budgets.add(setByKey ? relative.from(ConfigurationKey.MAX_RATIO.key()) : relative);
    }
    return budgets.isEmpty() ? List.of(Budget.unlimited(TimeFigures.timePer(plan))) : budgets;
  }

  private static TimeCaps caps(BenchmarkOptions options, Configuration configuration) {
    String warmup = options.warmupTime();
    String time = options.measurementTime();
    return new TimeCaps(
        warmup.isEmpty() ? configuration.warmupTime() : TimeCaps.parse("warmupTime", warmup),
        time.isEmpty() ? configuration.measurementTime() : TimeCaps.parse("measurementTime", time));
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
    return forks == 0 && !TimesInThisJvm.isFresh(subject.configuration())
        ? inThisJvm(subject).measure(subject, budgets)
        : inFreshJvms(subject).measure(subject, budgets);
  }

  @Override
  public List<Measurement> measureAgain(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    return forks == 0
        ? inThisJvm(subject).measureAgain(subject, budgets)
        : inFreshJvms(subject).measure(subject, budgets);
  }

  /** A broken promise is measured in this JVM, where its calls take four times the limit. */
  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured) {
    double first = 0;
    double later = 0;
    double ratio = 0;
    for (Budget limit : limits) {
      double least = BROKEN_TIMES * limit.amount();
      if (TimeFigures.isRatio(limit.figure())) {
        ratio = least;
      } else if (TimeFigures.isFirstCall(limit.figure())) {
        first = least;
      } else {
        later = least * plan.operations();
      }
    }
    TestBody other = ratio == 0 ? null : subject.variant(baseline);
    SlowCalls slow = new SlowCalls(first, later, other, (long) Math.ceil(ratio), subject);
    Metric here = new TimePerCall(options, budgets, plan, baseline, caps, 0, site);
    return Optional.of(Broken.by(slow, here, subject));
  }

  /** Makes the first call take longer, and the others by a time and by calls of the baseline. */
  private static final class SlowCalls implements Broken.Fault {

    private final double first;
    private final double later;
    private final @Nullable TestBody baseline;
    private final long baselineCalls;
    private final Subject subject;
    private volatile boolean hasRun;

    SlowCalls(
        double first,
        double later,
        @Nullable TestBody baseline,
        long baselineCalls,
        Subject subject) {
      this.first = first;
      this.later = later;
      this.baseline = baseline;
      this.baselineCalls = baselineCalls;
      this.subject = subject;
    }

    @Override
    public void run(@Nullable Object argument) throws Throwable {
      Faults.spin(hasRun ? later : first);
      hasRun = true;
      for (long i = 0; baseline != null && i < baselineCalls; i++) {
        for (TestBody preparation : subject.preparations()) {
          preparation.run();
        }
        baseline.run();
      }
    }
  }

  private TimesInThisJvm inThisJvm(Subject subject) {
    JvmCounters clock = JvmCounters.ofThisJvm();
    return new TimesInThisJvm(
        clock,
        caps,
        plan,
        site.ofTest() ? "this test" : "this body",
        baseline,
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        TimesInThisJvm.isFresh(subject.configuration())
            ? () -> discardJdkProfiles(clock)
            : () -> GarbageCleanup.ofThisJvm().collectIfWorthwhile());
  }

  private ForkedTimes inFreshJvms(Subject subject) {
    return new ForkedTimes(inThisJvm(subject), forks, options.jvmArgs());
  }

  @Override
  public List<Measurement> explain(
      Subject subject, List<Budget> budgets, List<Measurement> measured) {
    return new TimeProfile(
            breakdown(subject.configuration().breakdown()),
            () -> new JfrSampling(site.testClass(), JvmCounters.ofThisJvm()::isCompiling),
            options.profile(),
            plan.threads(),
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

  private static Elapsed limit(String attribute, String text, int operations) {
    Elapsed limit = elapsed(attribute, text);
    double floor = 1.0 / operations;
    if (limit.nanos() < floor) {
      String least = new Elapsed(floor).asBudget();
      throw new IllegalArgumentException(
          "%s = \"%s\": less than %s cannot be distinguished from an empty body, for example %s = \"%s\""
              .formatted(attribute, text, least, attribute, least));
    }
    return limit;
  }

  private static Elapsed elapsed(String attribute, String text) {
    try {
      return Elapsed.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(attribute + " = " + e.getMessage());
    }
  }
}
