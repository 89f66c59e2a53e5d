package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.extension.MeasurementPlan.Trait;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the value that a metric reads from an annotation. */
class MeasurementPlanTests {

  private static final Budget BUDGET = Budget.unlimited(new Figure("turns", "turns", true));
  private static final Meter METER = (subject, schedule, budgets) -> List.of();

  private final MeasurementPlan plan = MeasurementPlan.of(List.of(BUDGET), Schedule.ONCE, METER);

  @Test
  void planWithoutBudgetIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasurementPlan.of(List.of(), Schedule.ONCE, METER))
        .withMessageContaining("Budget.unlimited(figure)");
  }

  @Test
  void planMeasuresAfterTaresOwnMetricsUnlessItSaysOtherwise() {
    assertThat(plan.order()).isGreaterThan(400);
    assertThat(plan.withOrder(5).order()).isEqualTo(5);
  }

  @Test
  void copiesKeepTheOriginalUnchanged() {
    MeasurementPlan other =
        plan.with(Trait.NEEDS_MANY_CALLS)
            .with(Trait.PREPARES_CALLS)
            .withArgument(1, 10)
            .withSchedule(new Schedule(1, 2, true))
            .withBudgets(List.of(BUDGET, BUDGET));

    assertThat(other.traits())
        .containsExactlyInAnyOrder(Trait.NEEDS_MANY_CALLS, Trait.PREPARES_CALLS);
    assertThat(other.has(Trait.NEEDS_MANY_CALLS)).isTrue();
    assertThat(other.has(Trait.WEIGHS_VALUES)).isFalse();
    assertThat(other.arguments()).isEqualTo(Map.of(1, 10));
    assertThat(other.schedule()).isEqualTo(new Schedule(1, 2, true));
    assertThat(other.budgets()).hasSize(2);
    assertThat(plan).isEqualTo(MeasurementPlan.of(List.of(BUDGET), Schedule.ONCE, METER));
  }

  @Test
  void laterChangesOfTheListOfBudgetsHaveNoEffect() {
    List<Budget> budgets = new ArrayList<>(List.of(BUDGET));

    MeasurementPlan copied = MeasurementPlan.of(budgets, Schedule.ONCE, METER);
    budgets.clear();

    assertThat(copied.budgets()).containsExactly(BUDGET);
  }

  @Test
  void planThatDoesNotApplyHasNoBudget() {
    assertThat(plan.applies()).isTrue();
    assertThat(MeasurementPlan.notApplicable().applies()).isFalse();
  }
}
