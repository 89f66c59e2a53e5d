package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.MeasurementPlan.Trait;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.launch.PlanRun;
import dev.tare.internal.weight.TestWeights;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * An annotation, its place and the plan that its metric read.
 *
 * @param annotation the annotation, which carries {@link MeasuredBy}
 * @param site the place and the test that it is read for
 * @param plan the budgets, the schedule and the meter
 */
record Promise(Annotation annotation, Subject.Site site, MeasurementPlan plan) {

  /** Figure of {@code @MaxInvocations}. */
  private static final String INVOCATIONS = "invocations";

  private static final String DIFFERING = "its calls differ";

  /**
   * Reads an annotation that carries {@link MeasuredBy}.
   *
   * @throws TareConfigurationException if the metric refuses it, or is itself wrong
   */
  static Promise read(Annotation annotation, Subject.Site site, Configuration configuration) {
    Class<? extends Metric<?>> type = metricOf(annotation);
    MeasurementPlan plan;
    try {
      plan = plan(ReflectionSupport.newInstance(type), annotation, site, configuration);
    } catch (IllegalArgumentException e) {
      throw MeasuredAnnotations.refusal(annotation, site, e);
    } catch (TareConfigurationException e) {
      throw e;
    } catch (Exception e) { // also checked ones, which a constructor may throw undeclared
      String reason =
          e instanceof NoSuchMethodException
              ? "has no constructor without parameters; declare one, for example \"%s() {}\""
                  .formatted(type.getSimpleName())
              : "failed to read it: " + e;
      throw wrongMetric(type, annotation, site, reason, e);
    }
    if (plan == null) {
      throw wrongMetric(type, annotation, site, "read no plan: it returned null", null);
    }
    if (site.direct() && !plan.applies()) {
      throw wrongMetric(
          type,
          annotation,
          site,
          "returned a plan that does not apply; only the default of a class may be ignored",
          null);
    }
    return new Promise(annotation, site, plan);
  }

  @SuppressWarnings("unchecked") // the annotation's own type names the metric that reads it
  private static <A extends Annotation> MeasurementPlan plan(
      Metric<?> metric, Annotation annotation, Subject.Site site, Configuration configuration) {
    return ((Metric<A>) metric).read((A) annotation, site, configuration);
  }

  private static TareConfigurationException wrongMetric(
      Class<?> metric,
      Annotation annotation,
      Subject.Site site,
      String reason,
      @Nullable Exception cause) {
    AnnotationSite place = new AnnotationSite(annotation, site);
    return new TareConfigurationException(
        "%s on %s: its metric %s %s"
            .formatted(place.textAndMeaning(), place.place(), metric.getName(), reason),
        cause);
  }

  /** Returns the annotation as the source has it, for messages. */
  String text() {
    return new AnnotationSite(annotation, site).text();
  }

  /** Returns its place in the source, for messages. */
  String place() {
    return new AnnotationSite(annotation, site).place();
  }

  private static Class<? extends Metric<?>> metricOf(Annotation annotation) {
    MeasuredBy measuredBy = annotation.annotationType().getAnnotation(MeasuredBy.class);
    if (measuredBy == null) {
      throw new IllegalArgumentException("no @MeasuredBy on " + annotation.annotationType());
    }
    return measuredBy.value();
  }

  /** Returns whether the plan has a trait. */
  boolean has(Trait trait) {
    return plan.has(trait);
  }

  /** Returns the budgets of the plan. */
  List<Budget> budgets() {
    return plan.budgets();
  }

  /** Returns the schedule of the plan. */
  Schedule schedule() {
    return plan.schedule();
  }

  /** Returns this promise with the schedule of another annotation on the test. */
  Promise withSchedule(Schedule other) {
    return new Promise(annotation, site, plan.withSchedule(other));
  }

  /**
   * Returns this promise with the place of the value in the names of its figures, for a test with
   * several values.
   */
  Promise in(String place) {
    return named(" in " + place);
  }

  /** Returns this promise with more words in the names of its figures. */
  Promise named(String words) {
    List<Budget> named = budgets().stream().map(budget -> named(budget, words)).toList();
    return new Promise(annotation, site, plan.withBudgets(named));
  }

  private static Budget named(Budget budget, String words) {
    Figure figure = budget.figure();
    return new Budget(
        new Figure(figure.id(), figure.noun() + words, figure.plural()),
        budget.limit(),
        budget.source());
  }

  /** Measures the subject and judges it and its weights, one verdict for each budget. */
  List<Verdict> judge(Subject subject, Optional<TestWeights> weights) throws Throwable {
    List<Budget> limits =
        weights
            .map(weighed -> budgets().stream().map(weighed::limit).toList())
            .orElseGet(this::budgets);
    List<Measurement> measurements = PlanRun.measure(plan.withBudgets(limits), subject, text());
    TestWeights weighed = weights.orElse(null);
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      Budget own = budgets().get(i);
      Measurement measured = measurements.get(i);
      if (weighed == null) {
        verdicts.add(own.judge(measured));
      } else {
        Measurement closer = closer(own, measured, subject, weighed);
        String unsteady = unsteady(own, closer, subject, weighed);
        verdicts.add(weighed.judge(own, limits.get(i), measured, closer, unsteady));
      }
    }
    return verdicts;
  }

  /** Measures again what becomes a weight and is an interval, with a limit that leaves no doubt. */
  private Measurement closer(Budget own, Measurement measured, Subject subject, TestWeights weighed)
      throws Throwable {
    Budget closest = weighed.lowerEnd(own, measured).orElse(null);
    return closest == null || budgets().size() > 1 || judgesFirstCall()
        ? measured
        : again(closest, subject);
  }

  private Measurement again(Budget limit, Subject subject) throws Throwable {
    return PlanRun.measure(plan.withBudgets(List.of(limit)), subject, text()).get(0);
  }

  /** Returns why a figure differs from run to run; empty if it is not known to. */
  private String unsteady(Budget own, Measurement measured, Subject subject, TestWeights weighed)
      throws Throwable {
    if (judgesFirstCall()) {
      boolean isCount = own.figure().id().equals(INVOCATIONS); // of one method, not of all code
      return isCount ? "" : "a first call also loads classes, unless an earlier test has";
    }
    if (measured instanceof Measurement.Doubtful) {
      return DIFFERING;
    }
    Budget weight = weighed.weightToTry(own, measured).orElse(null);
    if (weight == null || budgets().size() > 1) {
      return "";
    }
    return weight.judge(again(weight, subject)).outcome() == Outcome.WITHIN ? "" : DIFFERING;
  }

  /** Returns whether the first call of the body is judged. */
  boolean judgesFirstCall() {
    return has(Trait.JUDGES_FIRST_CALL)
        || (!has(Trait.NEEDS_MANY_CALLS) && !has(Trait.WEIGHS_VALUES) && schedule().once());
  }
}
