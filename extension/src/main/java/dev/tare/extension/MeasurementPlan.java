package dev.tare.extension;

import dev.tare.model.Budget;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * What a {@link Metric} reads from one annotation: the limits, the schedule and the meter. Create
 * it with {@link #of}; few metrics need more:
 *
 * <pre>{@code
 * MeasurementPlan.of(List.of(Budget.atMost(FIGURE, limit)), Schedule.ONCE, new TextMeter())
 *     .with(Trait.WEIGHS_VALUES)
 * }</pre>
 *
 * @param budgets the limits, one for each figure; empty if the annotation does not apply
 * @param schedule how often the body is called
 * @param meter the meter, used once for each test
 * @param traits special rules for this annotation; most have none
 * @param order the position among several annotations on one test; the smallest measures first
 * @param arguments the arguments of test parameters that the meter varies, by the index of the
 *     parameter
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record MeasurementPlan(
    List<Budget> budgets,
    Schedule schedule,
    Meter meter,
    Set<Trait> traits,
    int order,
    Map<Integer, Object> arguments) {

  /** Greater than the order of each of Tare's own metrics: 100 to 530. */
  private static final int LAST = 1000;

  /** A special rule that few annotations need. */
  public enum Trait {

    /**
     * A value is measured instead of calls: one that is returned or handed over. The meter uses
     * {@link Subject#value()}.
     */
    WEIGHS_VALUES,

    /**
     * More than one call of the body is needed. The meter decides how often it calls the body, and
     * takes no schedule from other annotations.
     */
    NEEDS_MANY_CALLS,

    /**
     * The meter runs the {@link Subject#preparations()} before each call of the body. Without it,
     * the annotation is refused on tests of a class with {@link PreparesCalls} methods.
     */
    PREPARES_CALLS,

    /**
     * The first call of the body is judged, so no other annotation on the test may call the body.
     * The value that {@code subject.body().run()} returned last is weighed afterwards, so the meter
     * makes further calls on {@code body().fresh()}.
     */
    JUDGES_FIRST_CALL
  }

  /** Copies the collections. */
  public MeasurementPlan {
    budgets = List.copyOf(budgets);
    traits = Set.copyOf(traits);
    arguments = Map.copyOf(arguments);
  }

  /**
   * Returns a plan without traits that measures after Tare's own metrics.
   *
   * @throws IllegalArgumentException if there is no budget
   */
  public static MeasurementPlan of(List<Budget> budgets, Schedule schedule, Meter meter) {
    if (budgets.isEmpty()) {
      throw new IllegalArgumentException(
          "a plan needs a budget; to measure without a limit, use Budget.unlimited(figure)");
    }
    return new MeasurementPlan(budgets, schedule, meter, Set.of(), LAST, Map.of());
  }

  /**
   * Returns the plan of an annotation that is the default of a class and does not apply to the test
   * at its site. The extension ignores it.
   */
  public static MeasurementPlan notApplicable() {
    Meter none = (subject, schedule, budgets) -> List.of();
    return new MeasurementPlan(List.of(), Schedule.ONCE, none, Set.of(), LAST, Map.of());
  }

  /** Returns this plan with a further trait. */
  public MeasurementPlan with(Trait trait) {
    Set<Trait> all = new HashSet<>(traits);
    all.add(trait);
    return new MeasurementPlan(budgets, schedule, meter, all, order, arguments);
  }

  /**
   * Returns this plan with another position among several annotations on one test. Tare's own
   * measure retained sizes at 100, allocated bytes at 200, times at 300, growth at 400, and
   * survival and promotion at 500 to 530.
   */
  public MeasurementPlan withOrder(int position) {
    return new MeasurementPlan(budgets, schedule, meter, traits, position, arguments);
  }

  /**
   * Returns this plan with the argument of a test parameter that the meter varies, a size for
   * example. {@link Subject#bodyWith} calls the body with other arguments.
   *
   * @param parameter the index of the parameter, from 0
   */
  public MeasurementPlan withArgument(int parameter, Object argument) {
    Map<Integer, Object> all = new HashMap<>(arguments);
    all.put(parameter, argument);
    return new MeasurementPlan(budgets, schedule, meter, traits, order, all);
  }

  /** Returns this plan with another schedule. */
  public MeasurementPlan withSchedule(Schedule other) {
    return new MeasurementPlan(budgets, other, meter, traits, order, arguments);
  }

  /** Returns this plan with other budgets. */
  public MeasurementPlan withBudgets(List<Budget> others) {
    return new MeasurementPlan(others, schedule, meter, traits, order, arguments);
  }

  /** Returns whether the annotation applies to the test at its site. */
  public boolean applies() {
    return !budgets.isEmpty();
  }

  /** Returns whether the plan has a trait. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }
}
