package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.JdkModules;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Verdict;
import java.lang.annotation.Annotation;
import java.lang.annotation.Repeatable;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.platform.commons.support.ReflectionSupport;

/** A parsed annotation: its budgets, its schedule and its meter. */
record Promise(
    Annotation annotation,
    Metric<?> metric,
    Subject.Site site,
    List<Budget> budgets,
    Schedule schedule,
    Meter meter) {

  /**
   * Reads an annotation that carries {@link MeasuredBy}.
   *
   * @throws TareConfigurationException if the metric refuses it
   */
  static Promise read(Annotation annotation, Subject.Site site, Configuration configuration) {
    Metric<?> metric = metricOf(annotation);
    try {
      return read(annotation, metric, site, configuration);
    } catch (IllegalArgumentException e) {
      AnnotationSite place = new AnnotationSite(annotation, site);
      throw new TareConfigurationException(
          place.textAndMeaning() + " on " + place.place() + ": " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("unchecked") // the annotation's own type names the metric that reads it
  private static <A extends Annotation> Promise read(
      Annotation annotation, Metric<?> metric, Subject.Site site, Configuration configuration) {
    Metric<A> reader = (Metric<A>) metric;
    A own = (A) annotation;
    Optional<LinkageError> missingClass = check(own, site, reader);
    return new Promise(
        own,
        reader,
        site,
        List.copyOf(reader.budgets(own, configuration)),
        reader.schedule(own, configuration),
        missingClass
            .<Meter>map(e -> (subject, schedule, budgets) -> unmeasured(e, budgets))
            .orElseGet(() -> meter(own, reader, configuration)));
  }

  /** Checks the annotation; returns the error if this Java runtime lacks a class that it needs. */
  private static <A extends Annotation> Optional<LinkageError> check(
      A own, Subject.Site site, Metric<A> reader) {
    try {
      reader.check(own, site);
      return Optional.empty();
    } catch (LinkageError e) {
      return Optional.of(e);
    }
  }

  /**
   * Returns the metric's meter; if this Java runtime lacks a module for it, the result is
   * unmeasured.
   */
  private static <A extends Annotation> Meter meter(
      A own, Metric<A> reader, Configuration configuration) {
    try {
      Meter meter = reader.meter(own, configuration);
      return (subject, schedule, budgets) -> {
        try {
          return meter.measure(subject, schedule, budgets);
        } catch (LinkageError e) {
          return unmeasured(e, budgets);
        }
      };
    } catch (LinkageError e) {
      return (subject, schedule, budgets) -> unmeasured(e, budgets);
    }
  }

  /**
   * @throws LinkageError the error itself, unless a missing module explains it
   */
  private static List<Measurement> unmeasured(LinkageError thrown, List<Budget> budgets) {
    String module = JdkModules.behind(thrown).orElseThrow(() -> thrown);
    return budgets.stream()
        .<Measurement>map(
            budget ->
                new Measurement.Missing(
                    budget.figure(), JdkModules.reason(module), JdkModules.remedy(module)))
        .toList();
  }

  /** Returns the annotation in the source, for messages. */
  String text() {
    return new AnnotationSite(annotation, site).text();
  }

  /** Returns its place in the source, for messages. */
  String place() {
    return new AnnotationSite(annotation, site).place();
  }

  /** Whether an annotation that is the default of a class applies to the test. */
  static boolean concerns(Annotation annotation, Subject.Site site) {
    return concerns(annotation, metricOf(annotation), site);
  }

  @SuppressWarnings("unchecked") // as below
  private static <A extends Annotation> boolean concerns(
      Annotation annotation, Metric<?> metric, Subject.Site site) {
    return ((Metric<A>) metric).concerns((A) annotation, site);
  }

  /**
   * Returns the key of an annotation: among annotations with equal keys, the nearest applies. The
   * key is the type, together with {@link Metric#about} if the type is repeatable.
   */
  static Object about(Annotation annotation) {
    Class<?> type = annotation.annotationType();
    return type.isAnnotationPresent(Repeatable.class)
        ? List.of(type, about(annotation, metricOf(annotation)))
        : type;
  }

  @SuppressWarnings("unchecked") // as below
  private static <A extends Annotation> Object about(Annotation annotation, Metric<?> metric) {
    return ((Metric<A>) metric).about((A) annotation);
  }

  /** Returns the argument that the annotation's metric supplies for a parameter of the test. */
  static Optional<Object> argument(Annotation annotation, Parameter parameter) {
    return argument(annotation, metricOf(annotation), parameter);
  }

  @SuppressWarnings("unchecked") // as below
  private static <A extends Annotation> Optional<Object> argument(
      Annotation annotation, Metric<?> metric, Parameter parameter) {
    return ((Metric<A>) metric).argument((A) annotation, parameter);
  }

  /** Returns the argument that the metric supplies for a parameter of the test. */
  Optional<Object> argument(Parameter parameter) {
    return argument(annotation, metric, parameter);
  }

  /** Whether the first call of the body is judged. */
  boolean judgesFirstCall() {
    return judgesFirstCall(annotation, metric);
  }

  @SuppressWarnings("unchecked") // as below
  private static <A extends Annotation> boolean judgesFirstCall(
      Annotation annotation, Metric<?> metric) {
    return ((Metric<A>) metric).judgesFirstCall((A) annotation);
  }

  private static Metric<?> metricOf(Annotation annotation) {
    MeasuredBy measuredBy = annotation.annotationType().getAnnotation(MeasuredBy.class);
    if (measuredBy == null) {
      throw new IllegalArgumentException("no @MeasuredBy on " + annotation.annotationType());
    }
    return ReflectionSupport.newInstance(measuredBy.value());
  }

  /** Returns this promise with the schedule of another annotation on the test. */
  Promise withSchedule(Schedule other) {
    return new Promise(annotation, metric, site, budgets, other, meter);
  }

  /**
   * Returns this promise with figures that name the place of the value, for one of several values.
   */
  Promise in(String place) {
    List<Budget> placed =
        budgets.stream()
            .map(budget -> new Budget(placed(budget.figure(), place), budget.limit()))
            .toList();
    return new Promise(annotation, metric, site, placed, schedule, meter);
  }

  private static Figure placed(Figure figure, String place) {
    return new Figure(figure.id(), figure.noun() + " in " + place, figure.plural());
  }

  /** Measures the subject and judges it, one verdict for each budget. */
  List<Verdict> judge(Subject subject) throws Throwable {
    List<Measurement> measurements = meter.measure(subject, schedule, budgets);
    if (measurements.size() != budgets.size()) {
      throw new IllegalStateException(
          "%s has %s budgets and its meter returned %s measurements"
              .formatted(text(), budgets.size(), measurements.size()));
    }
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i++) {
      verdicts.add(budgets.get(i).judge(measurements.get(i)));
    }
    return verdicts;
  }
}
