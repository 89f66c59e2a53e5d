package dev.tare.extension;

import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Quantity;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * What one annotation promises about a test: its limits, and how a test is measured. It neither
 * judges nor prints. Most metrics are records of the annotation's values.
 *
 * <p>The class has a static method {@code of} that reads the annotation, in one of two forms:
 *
 * <pre>{@code
 * static StartedThreads of(MaxStartedThreads annotation)
 * static StartedThreads of(MaxStartedThreads annotation, Subject.Site site, Configuration suite)
 * }</pre>
 *
 * <p>It is called before the test runs, possibly again for each invocation of the test, and also if
 * {@code tare.enabled} is false. So it must not measure or load an agent. It throws an {@link
 * IllegalArgumentException} if the annotation is invalid or does not apply to its site; the message
 * quotes the text and gives an accepted example, and the extension prepends the annotation and the
 * method.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Metric {

  /**
   * Returns the limits, one for each figure; none if the annotation is the default of a class and
   * does not apply to the test at its site.
   */
  List<Budget> budgets();

  /** Returns how often the body is called; once by default. */
  default Schedule schedule() {
    return Schedule.ONCE;
  }

  /**
   * Measures a subject.
   *
   * @param subject what is measured
   * @param schedule how often the body is called, as {@link #schedule()} returns it
   * @param budgets the limits that the measurement will be judged by, one for each of {@link
   *     #budgets()}; a metric may judge while it samples, to stop when the verdict is certain
   * @return one measurement for each budget, of the same figure, in the same order
   * @throws Throwable what the body threw, unchanged
   */
  List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable;

  /**
   * Measures once more what exceeded a limit and is not exact. Only if the second measurement
   * exceeds it too does the test fail. A metric overrides this if something must be reset before.
   *
   * @param budgets all limits, also those that were not exceeded
   * @return as {@link #measure}
   * @throws Throwable what the body threw, unchanged
   */
  default List<Measurement> measureAgain(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    return measure(subject, schedule, budgets);
  }

  /**
   * Returns the measurements with breakdowns that need further calls of the body. It is called once
   * for each test, after it is known which limits are exceeded.
   *
   * @param measured one measurement for each budget
   * @return as {@link #measure}
   * @throws Throwable what the body threw, unchanged
   */
  default List<Measurement> explain(
      Subject subject, List<Budget> budgets, List<Measurement> measured) throws Throwable {
    return measured;
  }

  /**
   * Returns this promise broken on purpose, for {@link ConfigurationKey#PROVE}: a measurement of it
   * exceeds all limits unless the promise cannot fail. Empty by default, which the run counts.
   *
   * @param limits all limits; one that is missing is not broken
   * @param measured the measurements of the test as it is; missing if its body may run only once
   * @throws Throwable if what breaks it cannot be made
   */
  default Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured)
      throws Throwable {
    return Optional.empty();
  }

  /**
   * Returns the position among several annotations on one test; the smallest measures first. Tare's
   * own measure retained sizes at 100, allocated bytes at 200, times at 300, growth at 400, and
   * survival and promotion at 500 to 530. The default is after them.
   */
  default int order() {
    return 1000;
  }

  /**
   * Returns whether a value is measured instead of calls: one that is returned or handed over. The
   * metric uses {@link Subject#value()}.
   */
  default boolean weighsValues() {
    return false;
  }

  /**
   * Returns whether more than one call of the body is needed. The metric decides how often it calls
   * the body.
   */
  default boolean needsManyCalls() {
    return false;
  }

  /**
   * Returns whether the metric runs the {@link Subject#preparations()} before each call of the
   * body. If not, the annotation is refused on tests of a class with {@link PreparesCalls} methods.
   */
  default boolean preparesCalls() {
    return false;
  }

  /**
   * Returns whether the first call of the body is judged, so that no other annotation on the test
   * may call the body. The value that {@code subject.body().run()} returned last is weighed
   * afterwards, so the metric makes further calls on {@code body().fresh()}.
   */
  default boolean judgesFirstCall() {
    return false;
  }

  /**
   * Returns the arguments of test parameters that the metric varies, such as a size, by the index
   * of the parameter. {@link Subject#with} returns a subject with others.
   */
  default Map<Integer, Object> arguments() {
    return Map.of();
  }

  /**
   * Returns the measurement whose value is the smallest of the judged readings. For most figures,
   * what happens beside the body can make a reading larger, but never smaller.
   *
   * @param readings one reading for each call of the schedule, those of warm-up calls first
   * @param counted what the figure covers, one phrase each
   * @throws IllegalArgumentException if there is not one reading for each call
   */
  static Observed minimum(
      Figure figure, Schedule schedule, List<? extends Quantity> readings, List<String> counted) {
    int calls = schedule.warmups() + schedule.runs();
    if (readings.size() != calls) {
      throw new IllegalArgumentException(
          "%s readings of %s calls".formatted(readings.size(), calls));
    }
    List<Quantity> judged = List.copyOf(readings.subList(schedule.warmups(), calls));
    Quantity smallest = Collections.min(judged, Quantity::compare);
    Quantity largest = Collections.max(judged, Quantity::compare);
    Quantity first = schedule.warmups() > 0 ? readings.get(0) : null;
    return Observed.exact(
        figure,
        smallest,
        new Sampling("minimum", schedule.runs(), schedule.warmups(), smallest, largest, first),
        counted);
  }
}
