package dev.tare.benchmark;

import dev.tare.extension.Configuration;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.PreparesCalls;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.agent.jit.JdkProfiles;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.internal.jupiter.Preparations;
import dev.tare.internal.profile.JfrSampling;
import dev.tare.internal.timing.GarbageCleanup;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** Metric of the time per call, absolute and relative to a baseline. */
final class TimePerCall implements Metric<Benchmarked> {

  /**
   * Name of the baseline; empty if there is none, or if the baseline of the class does not apply to
   * this test.
   */
  private String baseline = "";

  private SamplingPlan plan = SamplingPlan.STANDARD;

  /**
   * Returns whether the annotation applies to the test. The baseline of a class is not compared
   * with itself or with dynamic tests.
   */
  @Override
  public boolean concerns(Benchmarked annotation, Subject.Site site) {
    return !annotation.max().isEmpty()
        || !annotation.maxFirst().isEmpty()
        || !isOtherBaseline(annotation, site);
  }

  /** Returns whether the class names a baseline with which this test cannot be compared. */
  private static boolean isOtherBaseline(Benchmarked annotation, Subject.Site site) {
    String name = annotation.baseline();
    return !site.direct()
        && !name.isEmpty()
        && (name.equals(site.method().getName()) || BaselineRules.isTestFactory(site.method()));
  }

  @Override
  public void check(Benchmarked annotation, Subject.Site site) {
    plan = new AttributeRules(annotation).check();
    if (plan.threads() > 1) {
      checkUnprepared(site.testClass());
    }
    baseline = isOtherBaseline(annotation, site) ? "" : annotation.baseline();
    if (!baseline.isEmpty()) {
      new BaselineRules(site).check(baseline);
    }
  }

  private void checkUnprepared(Class<?> testClass) {
    for (Class<?> type : MeasuredAnnotations.outwards(testClass)) {
      for (Method method :
          AnnotationSupport.findAnnotatedMethods(
              type, PreparesCalls.class, HierarchyTraversalMode.TOP_DOWN)) {
        throw new IllegalArgumentException(
            "threads = %s: %s void %s() prepares one call at a time; leave out one of them, for example threads = 1"
                .formatted(
                    plan.threads(), Preparations.textOn(method).orElseThrow(), method.getName()));
      }
    }
  }

  @Override
  public List<Budget> budgets(Benchmarked annotation, Configuration configuration) {
    List<Budget> budgets = new ArrayList<>();
    if (!annotation.maxFirst().isEmpty()) {
      budgets.add(
          Budget.atMost(TimeFigures.FIRST_CALL, limit("maxFirst", annotation.maxFirst(), 1)));
    }
    if (!annotation.max().isEmpty()) {
      budgets.add(
          Budget.atMost(
              TimeFigures.timePer(plan), limit("max", annotation.max(), plan.operations())));
    }
    if (!baseline.isEmpty()) {
      boolean suite = annotation.maxRatio() == Unset.NUMBER;
      Ratio ratio = suite ? configuration.maxRatio() : new Ratio(annotation.maxRatio());
      budgets.add(Budget.atMost(TimeFigures.relativeTo(baseline, plan), ratio));
    }
    return budgets.isEmpty() ? List.of(Budget.unlimited(TimeFigures.timePer(plan))) : budgets;
  }

  /** Returns the suite's schedule, which does not determine the number of calls. */
  @Override
  public Schedule schedule(Benchmarked annotation, Configuration configuration) {
    return new Schedule(configuration.warmups(), configuration.runs(), false);
  }

  @Override
  public boolean preparesCalls() {
    return true;
  }

  @Override
  public boolean callsOften() {
    return true;
  }

  @Override
  public Meter meter(Benchmarked annotation, Configuration configuration) {
    String warmup = annotation.warmupTime();
    String time = annotation.measurementTime();
    TimeCaps caps =
        new TimeCaps(
            warmup.isEmpty() ? configuration.warmupTime() : TimeCaps.parse("warmupTime", warmup),
            time.isEmpty()
                ? configuration.measurementTime()
                : TimeCaps.parse("measurementTime", time));
    JvmCounters clock = JvmCounters.ofThisJvm();
    Meter inThisJvm =
        new TimeMeter(
            clock,
            caps,
            plan,
            baseline,
            ManagementFactory.getRuntimeMXBean().getInputArguments(),
            ForkingMeter.isFresh(configuration)
                ? () -> discardJdkProfiles(clock)
                : () -> GarbageCleanup.ofThisJvm().clear());
    int forks = annotation.forks() == Unset.NUMBER ? configuration.forks() : annotation.forks();
    return new ProfilingMeter(
        new JvmOptionsMeter(
            new ForkingMeter(inThisJvm, clock, forks, caps, plan), clock.jvmOptions()),
        breakdown(annotation, configuration.breakdown()),
        new JfrSampling(forks == 0),
        annotation.depth(),
        plan.threads(),
        forks,
        caps);
  }

  /**
   * Returns when a profile is made. A test with {@code depth = CALLS} gets its calls even if the
   * suite makes no breakdowns.
   */
  private static Configuration.Breakdown breakdown(
      Benchmarked annotation, Configuration.Breakdown ofSuite) {
    if (annotation.breakdown() != Configuration.Breakdown.UNSET) {
      return annotation.breakdown();
    }
    return annotation.depth() == ProfileDepth.CALLS && ofSuite == Configuration.Breakdown.NEVER
        ? Configuration.Breakdown.ON_FAILURE
        : ofSuite;
  }

  private static void discardJdkProfiles(JvmCounters clock) {
    // loads hundreds of classes now, before their profiles are discarded
    clock.compiling();
    JdkProfiles.forget();
  }

  @Override
  public boolean judgesFirstCall(Benchmarked annotation) {
    return !annotation.maxFirst().isEmpty();
  }

  @Override
  public int order() {
    return 300;
  }

  private static Elapsed limit(String attribute, String text, int operations) {
    Elapsed limit = elapsed(attribute, text);
    double floor = 1.0 / operations;
    if (limit.nanos() < floor) {
      String least = new Elapsed(floor).asBudget();
      throw new IllegalArgumentException(
          "%s = \"%s\": less than %s cannot be told from an empty body, for example %s = \"%s\""
              .formatted(attribute, text, least, attribute, least));
    }
    return limit;
  }

  private static Elapsed elapsed(String attribute, String text) {
    try {
      return Elapsed.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(attribute + " = " + e.getMessage(), e);
    }
  }
}
