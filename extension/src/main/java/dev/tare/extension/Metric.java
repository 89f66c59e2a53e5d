package dev.tare.extension;

import dev.tare.model.Budget;
import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Knows one quantity: turns an annotation into budgets, a schedule and the meter that observes.
 *
 * <p>A metric parses first and is asked before the test runs. What it cannot accept it refuses with
 * an {@link IllegalArgumentException} whose message quotes the text and gives an accepted example;
 * the extension puts the annotation and the method before it.
 *
 * <p>An instance reads one annotation: it is asked to {@link #check}, then for budgets, schedule
 * and meter, in this order.
 *
 * @param <A> the annotation, meta-annotated with {@link MeasuredBy}
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Metric<A extends Annotation> {

  /** What the annotation allows, one budget for each figure; never empty. */
  List<Budget> budgets(A annotation, Configuration configuration);

  /** How often the body is called. */
  Schedule schedule(A annotation, Configuration configuration);

  /** Who observes; made anew for each test. */
  Meter meter(A annotation, Configuration configuration);

  /** Where this metric stands among several on one test; the smallest measures first. */
  int order();

  /** Whether it weighs a value (returned, handed over, in a field) instead of the calls. */
  default boolean weighsValues() {
    return false;
  }

  /**
   * Whether it cannot be measured by calling the body once; such a metric repeats the body as it
   * needs and takes no schedule from other annotations.
   */
  default boolean callsOften() {
    return false;
  }

  /**
   * Whether its meter calls the {@link Subject#preparations()} before each call of the body; if
   * not, a test of a class with methods annotated {@link BeforeCall} cannot carry its annotation.
   */
  default boolean preparesCalls() {
    return false;
  }

  /**
   * A parameter of the type given, through which a test hands over the value to be weighed.
   *
   * @return empty if this metric has no such parameter type
   */
  default Optional<HandedOver> parameter(Class<?> type) {
    return Optional.empty();
  }

  /**
   * The argument for a parameter of the test that the metric varies, a size for example; the body
   * is called with others through {@link Subject#bodyWith}.
   *
   * @return empty if the metric leaves the parameter to others
   */
  default Optional<Object> argument(A annotation, Parameter parameter) {
    return Optional.empty();
  }

  /**
   * Whether the annotation says anything about the test, where it is the default of a class; if
   * not, nothing else is asked.
   */
  default boolean concerns(A annotation, Subject.Site site) {
    return true;
  }

  /**
   * What tells several annotations of one repeatable type apart; asked of no other annotation. Of
   * those that are about the same, the nearest holds, and two equally near ones contradict each
   * other.
   */
  default Object about(A annotation) {
    return "";
  }

  /**
   * Whether the very first call of the body is judged, so that none may come before it: no other
   * annotation on the test may call the body. What {@code subject.body().run()} returned last is
   * weighed afterwards, so a meter makes further calls on {@code body().fresh()}.
   */
  default boolean judgesFirstCall(A annotation) {
    return false;
  }

  /**
   * Refuses a site that makes no sense for the annotation: an unknown method it names, for example.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  default void check(A annotation, Subject.Site site) {}
}
