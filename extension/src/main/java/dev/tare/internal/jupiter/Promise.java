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

/** One annotation, read: what it allows, how often the body is called for it, who observes. */
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
      AnnotationSite stands = new AnnotationSite(annotation, site);
      throw new TareConfigurationException(
          stands.textAndMeaning() + " on " + stands.place() + ": " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("unchecked") // the annotation's own type names the metric that reads it
  private static <A extends Annotation> Promise read(
      Annotation annotation, Metric<?> metric, Subject.Site site, Configuration configuration) {
    Metric<A> reader = (Metric<A>) metric;
    A own = (A) annotation;
    Optional<LinkageError> lacking = check(own, site, reader);
    return new Promise(
        own,
        reader,
        site,
        List.copyOf(reader.budgets(own, configuration)),
        reader.schedule(own, configuration),
        lacking
            .<Meter>map(e -> (subject, schedule, budgets) -> unmeasured(e, budgets))
            .orElseGet(() -> meter(own, reader, configuration)));
  }

  /**
   * Checks the annotation; returns what was thrown where this Java runtime lacks a class for it.
   */
  private static <A extends Annotation> Optional<LinkageError> check(
      A own, Subject.Site site, Metric<A> reader) {
    try {
      reader.check(own, site);
      return Optional.empty();
    } catch (LinkageError e) {
      return Optional.of(e);
    }
  }

  /** The metric's meter; where this Java runtime lacks a module for it, one that says so. */
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

  /** The annotation as it stands in the source; only messages need it. */
  String text() {
    return new AnnotationSite(annotation, site).text();
  }

  /** Where it stands in the source, as messages name it. */
  String place() {
    return new AnnotationSite(annotation, site).place();
  }

  /** Whether an annotation that is the default of a class says anything about the test. */
  static boolean concerns(Annotation annotation, Subject.Site site) {
    return concerns(annotation, metricOf(annotation), site);
  }

  @SuppressWarnings("unchecked") // as below
  private static <A extends Annotation> boolean concerns(
      Annotation annotation, Metric<?> metric, Subject.Site site) {
    return ((Metric<A>) metric).concerns((A) annotation, site);
  }

  /**
   * What an annotation is about: of those that are equal here, the nearest holds. It is its type,
   * unless it can be repeated.
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

  /** The argument that the annotation's metric has for a parameter of the test. */
  static Optional<Object> argument(Annotation annotation, Parameter parameter) {
    return argument(annotation, metricOf(annotation), parameter);
  }

  @SuppressWarnings("unchecked") // as below
  private static <A extends Annotation> Optional<Object> argument(
      Annotation annotation, Metric<?> metric, Parameter parameter) {
    return ((Metric<A>) metric).argument((A) annotation, parameter);
  }

  /** The argument that the metric has for a parameter of the test. */
  Optional<Object> argument(Parameter parameter) {
    return argument(annotation, metric, parameter);
  }

  /** Whether it is about the very first call of the body. */
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

  /** The same promise with the schedule that another annotation on the test asks for. */
  Promise withSchedule(Schedule other) {
    return new Promise(annotation, metric, site, budgets, other, meter);
  }

  /** The same promise, whose figures say in which of several places the value stood. */
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
          "%s has %s budgets and its meter answered %s measurements"
              .formatted(text(), budgets.size(), measurements.size()));
    }
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i++) {
      verdicts.add(budgets.get(i).judge(measurements.get(i)));
    }
    return verdicts;
  }
}
