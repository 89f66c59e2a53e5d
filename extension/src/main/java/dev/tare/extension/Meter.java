package dev.tare.extension;

import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Quantity;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/** Measures one subject; it neither judges nor prints. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface Meter {

  /**
   * Measures a subject.
   *
   * @param subject what is measured
   * @param schedule how often the body is called
   * @param budgets the limits that the measurement will be judged by; a meter may judge while it
   *     samples, to stop when the verdict is certain
   * @return one measurement for each budget, of the same figure, in the same order
   * @throws Throwable what the body threw, unchanged
   */
  List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable;

  /**
   * Measures once more what exceeded a limit and is not exact. Only if the second measurement
   * exceeds it too does the test fail. A meter overrides this if something must be reset before.
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
   * Returns a meter that is created when it measures, for a metric whose meter loads what may be
   * missing, such as modules of the JDK.
   *
   * @param maker creates a meter for each call of one of its methods
   */
  static Meter lazily(Supplier<? extends Meter> maker) {
    return new LazyMeter(maker);
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
