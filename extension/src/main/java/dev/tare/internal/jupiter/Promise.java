package dev.tare.internal.jupiter;

import static java.util.Objects.requireNonNull;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.launch.PlanRun;
import dev.tare.internal.weight.TestWeights;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Verdict;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * An annotation, its place and the metric that read it.
 *
 * @param annotation the annotation, which carries {@link MeasuredBy}
 * @param site the place and the test that it is read for
 * @param budgets those of the metric, with names that differ from those of other annotations
 */
record Promise(Annotation annotation, Subject.Site site, Metric metric, List<Budget> budgets) {

  /** Figure of {@code @MaxInvocations}. */
  private static final String INVOCATIONS = "invocations";

  /** Name of the static method of a metric that reads an annotation. */
  private static final String FACTORY = "of";

  /**
   * Reads an annotation that carries {@link MeasuredBy}.
   *
   * @throws TareConfigurationException if the metric refuses it, or is itself wrong
   */
  static Promise read(Annotation annotation, Subject.Site site, Configuration configuration) {
    Class<? extends Metric> type = metricOf(annotation);
    AnnotationSite place = new AnnotationSite(annotation, site);
    String itsMetric = "its metric " + type.getName();
    Promise promise;
    try {
      Metric metric =
          requireNonNull(read(type, annotation, site, configuration), "its method returned null");
      promise = new Promise(annotation, site, metric, List.copyOf(metric.budgets()));
    } catch (IllegalArgumentException e) {
      String reason = e.getMessage();
      throw reason == null
          ? place.refused(e.getClass().getName() + " without a message", e)
          : place.refused(reason, e.getCause());
    } catch (TareConfigurationException e) {
      throw e;
    } catch (Exception e) { // also checked ones, which a method may throw undeclared
      throw place.refused(itsMetric + " failed to read it: " + e, e);
    }
    if (site.direct() && !promise.applies()) {
      throw place.refused(
          itsMetric
              + " has no budget; only the default of a class may be ignored, and a measurement"
              + " without a limit is a Budget.unlimited(figure)",
          null);
    }
    return promise;
  }

  /**
   * Calls the static method of a metric that takes its annotation. Looking for it loads the types
   * in the signatures of all its methods, which therefore name none of a module that may be
   * missing.
   */
  private static @Nullable Metric read(
      Class<? extends Metric> type,
      Annotation annotation,
      Subject.Site site,
      Configuration configuration)
      throws NoSuchMethodException {
    Class<?>[] parameters = {annotation.annotationType(), Subject.Site.class, Configuration.class};
    @Nullable Object[] arguments = {annotation, site, configuration};
    for (int count : new int[] {1, parameters.length}) {
      Method method =
          ReflectionSupport.findMethod(type, FACTORY, Arrays.copyOf(parameters, count))
              .orElse(null);
      if (method != null && Modifier.isStatic(method.getModifiers())) {
        return (Metric)
            ReflectionSupport.invokeMethod(method, null, Arrays.copyOf(arguments, count));
      }
    }
    throw new NoSuchMethodException(
        "no method takes it; declare one, for example \"static %s %s(%s annotation)\""
            .formatted(type.getSimpleName(), FACTORY, annotation.annotationType().getSimpleName()));
  }

  /** Returns the annotation as the source has it, for messages. */
  String text() {
    return new AnnotationSite(annotation, site).text();
  }

  /** Returns an exception whose message has the annotation and its place before the reason. */
  TareConfigurationException refused(String reason) {
    String place = new AnnotationSite(annotation, site).place();
    return new TareConfigurationException("%s on %s: %s".formatted(text(), place, reason));
  }

  private static Class<? extends Metric> metricOf(Annotation annotation) {
    MeasuredBy measuredBy = annotation.annotationType().getAnnotation(MeasuredBy.class);
    if (measuredBy == null) {
      throw new IllegalArgumentException("no @MeasuredBy on " + annotation.annotationType());
    }
    return measuredBy.value();
  }

  /** Returns whether the annotation applies to the test at its site. */
  boolean applies() {
    return !budgets.isEmpty();
  }

  /** Returns whether the annotation is about calls of the body, and not about a value. */
  boolean isAboutCalls() {
    return !metric.weighsValues();
  }

  /** Returns whether the annotation says that the body is called exactly once. */
  boolean callsOnce() {
    return metric.schedule().explicit() && metric.schedule().once();
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
    List<Budget> named = budgets.stream().map(budget -> budget.named(words)).toList();
    return new Promise(annotation, site, metric, named);
  }

  /** Measures the subject and judges it and its weights, one verdict for each budget. */
  List<Verdict> judge(Subject subject, @Nullable TestWeights weights) throws Throwable {
    List<Budget> limits = budgets;
    if (weights != null) {
      limits = budgets.stream().map(weights::limit).toList();
    }
    List<Measurement> measurements = PlanRun.measure(metric, limits, subject, this::text);
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      Budget own = budgets.get(i);
      Measurement measured = measurements.get(i);
      if (weights == null) {
        verdicts.add(own.judge(measured));
      } else {
        Measurement closer = closer(own, measured, subject, weights);
        verdicts.add(weights.judge(own, limits.get(i), measured, closer, unsteady(own)));
      }
    }
    return verdicts;
  }

  /**
   * Measures what becomes a weight once more with a limit that leaves no doubt, if there is some.
   */
  private Measurement closer(Budget own, Measurement measured, Subject subject, TestWeights weighed)
      throws Throwable {
    Budget closest = weighed.toConfirm(own, measured).orElse(null);
    return closest == null || budgets.size() > 1 || judgesFirstCall()
        ? measured
        : PlanRun.measure(metric, List.of(closest), subject, this::text).get(0);
  }

  /** Returns why a figure of a first call differs from run to run; empty for other figures. */
  private String unsteady(Budget own) {
    boolean isCount = own.figure().id().equals(INVOCATIONS); // of one method, not of all code
    return judgesFirstCall() && !isCount
        ? "a first call also loads classes, unless an earlier test has"
        : "";
  }

  /** Returns whether the first call of the body is judged. */
  boolean judgesFirstCall() {
    return metric.judgesFirstCall()
        || (!metric.needsManyCalls() && isAboutCalls() && metric.schedule().once());
  }
}
