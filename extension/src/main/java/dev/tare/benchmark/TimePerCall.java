package dev.tare.benchmark;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.MeasurementPlan.Trait;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.PreparesCalls;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.agent.KotlinNames;
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

/**
 * Metric for {@link Benchmarked}: the time of the first call, the time per call, and its ratio to a
 * baseline.
 */
final class TimePerCall implements Metric<Benchmarked> {

  /**
   * Reads the annotation. If a class names a baseline, neither the baseline itself nor dynamic
   * tests are compared with it. If the class sets no other limit, the annotation does not apply to
   * them.
   */
  @Override
  public MeasurementPlan read(
      Benchmarked annotation, Subject.Site site, Configuration configuration) {
    boolean judgesFirstCall = !annotation.maxFirst().isEmpty();
    boolean incomparableBaseline = hasIncomparableBaseline(annotation, site);
    if (incomparableBaseline && !judgesFirstCall && annotation.max().isEmpty()) {
      return MeasurementPlan.notApplicable();
    }
    AttributeRules rules = new AttributeRules(annotation);
    SamplingPlan plan = rules.check();
    rules.checkJvmArgs(forks(annotation, configuration), configuration);
    if (plan.threads() > 1 && site.ofTest()) {
      checkUnprepared(site.testClass(), plan.threads());
    }
    String baseline = incomparableBaseline ? "" : annotation.baseline();
    if (!baseline.isEmpty() && site.ofTest()) {
      new BaselineRules(site).check(baseline);
    }
    TimeCaps caps = caps(annotation, configuration);
    String tested = site.ofTest() ? "this test" : "this body";
    MeasurementPlan measurementPlan =
        MeasurementPlan.of(
                budgets(annotation, plan, baseline, configuration),
                Schedule.STANDARD,
                Meter.lazily(
                    () ->
                        meter(
                            annotation,
                            site,
                            plan,
                            inThisJvm(caps, plan, tested, baseline, configuration),
                            configuration)))
            .with(Trait.NEEDS_MANY_CALLS)
            .with(Trait.PREPARES_CALLS)
            .withOrder(300);
    return judgesFirstCall ? measurementPlan.with(Trait.JUDGES_FIRST_CALL) : measurementPlan;
  }

  /**
   * Returns whether the annotation of the class names a baseline with which this test cannot be
   * compared: the test itself, or any for a dynamic test.
   */
  private static boolean hasIncomparableBaseline(Benchmarked annotation, Subject.Site site) {
    String name = annotation.baseline();
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
                .formatted(threads, Preparations.textOn(method).orElseThrow(), method.getName()));
      }
    }
  }

  /**
   * @param baseline name of the baseline; empty if there is none
   */
  private static List<Budget> budgets(
      Benchmarked annotation, SamplingPlan plan, String baseline, Configuration configuration) {
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
      boolean ratioOfSuite = annotation.maxRatio() == Unset.NUMBER;
      Ratio ratio = ratioOfSuite ? configuration.maxRatio() : new Ratio(annotation.maxRatio());
      Budget relative = Budget.atMost(TimeFigures.relativeTo(baseline, plan), ratio);
      boolean setByKey =
          ratioOfSuite && configuration.text(ConfigurationKey.MAX_RATIO.key()).isPresent();
      budgets.add(setByKey ? relative.from(ConfigurationKey.MAX_RATIO.key()) : relative);
    }
    return budgets.isEmpty() ? List.of(Budget.unlimited(TimeFigures.timePer(plan))) : budgets;
  }

  private static TimeCaps caps(Benchmarked annotation, Configuration configuration) {
    String warmup = annotation.warmupTime();
    String time = annotation.measurementTime();
    return new TimeCaps(
        warmup.isEmpty() ? configuration.warmupTime() : TimeCaps.parse("warmupTime", warmup),
        time.isEmpty() ? configuration.measurementTime() : TimeCaps.parse("measurementTime", time));
  }

  private static int forks(Benchmarked annotation, Configuration configuration) {
    return annotation.forks() == Unset.NUMBER ? configuration.forks() : annotation.forks();
  }

  private static TimeMeter inThisJvm(
      TimeCaps caps,
      SamplingPlan plan,
      String tested,
      String baseline,
      Configuration configuration) {
    JvmCounters clock = JvmCounters.ofThisJvm();
    return new TimeMeter(
        clock,
        caps,
        plan,
        tested,
        baseline,
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        ForkingMeter.isFresh(configuration)
            ? () -> discardJdkProfiles(clock)
            : () -> GarbageCleanup.ofThisJvm().collectIfWorthwhile());
  }

  private static Meter meter(
      Benchmarked annotation,
      Subject.Site site,
      SamplingPlan plan,
      TimeMeter inThisJvm,
      Configuration configuration) {
    int forks = forks(annotation, configuration);
    return new ProfilingMeter(
        new ForkingMeter(inThisJvm, forks, List.of(annotation.jvmArgs())),
        breakdown(annotation, configuration),
        new JfrSampling(site.testClass(), inThisJvm.clock()::isCompiling),
        annotation.profile(),
        plan.threads(),
        forks);
  }

  /**
   * Returns when a profile is made. A test with {@code profile = CALLS} gets a profile even if the
   * suite makes no breakdowns.
   */
  private static Configuration.Breakdowns breakdown(
      Benchmarked annotation, Configuration configuration) {
    Configuration.Breakdowns chosen = configuration.breakdown();
    return annotation.profile() == ProfileKind.CALLS && chosen == Configuration.Breakdowns.NEVER
        ? Configuration.Breakdowns.ON_FAILURE
        : chosen;
  }

  private static void discardJdkProfiles(JvmCounters clock) {
    // the query loads hundreds of classes, whose profiles must be discarded too
    clock.isCompiling();
    JdkProfiles.discard();
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
      throw new IllegalArgumentException(attribute + " = " + e.getMessage(), e);
    }
  }
}
