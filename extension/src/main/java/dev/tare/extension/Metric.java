package dev.tare.extension;

import dev.tare.model.Budget;
import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Reads an annotation about one quantity into budgets, a schedule and the meter that measures it.
 *
 * <p>The annotation is parsed before the test runs. A metric refuses invalid text with an {@link
 * IllegalArgumentException} whose message quotes the text and gives an accepted example; the
 * extension prepends the annotation and the method.
 *
 * <p>An instance reads one annotation: {@link #check} is called first, then {@link #budgets},
 * {@link #schedule} and {@link #meter}.
 *
 * @param <A> the annotation, meta-annotated with {@link MeasuredBy}
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Metric<A extends Annotation> {

  /** Returns the limits of the annotation, one budget for each figure; never empty. */
  List<Budget> budgets(A annotation, Configuration configuration);

  /** Returns how often the body is called. */
  Schedule schedule(A annotation, Configuration configuration);

  /** Creates the meter; called once for each test. */
  Meter meter(A annotation, Configuration configuration);

  /** Returns the position of this metric among several on one test; the smallest measures first. */
  int order();

  /** Whether this metric measures a value (returned, handed over, in a field) instead of calls. */
  default boolean weighsValues() {
    return false;
  }

  /**
   * Whether this metric needs more than one call of the body. Such a metric decides by itself how
   * often it calls the body and takes no schedule from other annotations.
   */
  default boolean callsOften() {
    return false;
  }

  /**
   * Whether the meter runs the {@link Subject#preparations()} before each call of the body. If not,
   * the annotation is refused on tests of a class with {@link PreparesCalls} methods.
   */
  default boolean preparesCalls() {
    return false;
  }

  /**
   * Returns an argument for a parameter of the given type, through which a test hands over the
   * value to be measured.
   *
   * @return empty if this metric has no such parameter type
   */
  default Optional<HandedOver> parameter(Class<?> type) {
    return Optional.empty();
  }

  /**
   * Returns the argument for a test parameter that the metric varies, a size for example. {@link
   * Subject#bodyWith} calls the body with other arguments.
   *
   * @return empty if another extension resolves the parameter
   */
  default Optional<Object> argument(A annotation, Parameter parameter) {
    return Optional.empty();
  }

  /**
   * Whether an annotation that is the default of a class applies to the test. If not, it is
   * ignored.
   */
  default boolean concerns(A annotation, Subject.Site site) {
    return true;
  }

  /**
   * Returns a key that distinguishes several annotations of one repeatable type; unused for other
   * types. Among annotations with equal keys, the nearest applies; two equally near ones are
   * refused as a contradiction.
   */
  default Object about(A annotation) {
    return "";
  }

  /**
   * Whether the first call of the body is judged. Then no other annotation on the test may call the
   * body. The value that {@code subject.body().run()} returned last is weighed afterwards, so a
   * meter makes further calls on {@code body().fresh()}.
   */
  default boolean judgesFirstCall(A annotation) {
    return false;
  }

  /**
   * Checks the annotation against its site, for example that a method it names exists.
   *
   * @throws IllegalArgumentException if the annotation makes no sense there; its message is shown
   *     to the user
   */
  default void check(A annotation, Subject.Site site) {}
}
