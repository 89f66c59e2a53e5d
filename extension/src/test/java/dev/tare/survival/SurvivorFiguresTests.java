package dev.tare.survival;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.allocation.CountedClasses;
import dev.tare.internal.allocation.CountedClasses.Membership;
import dev.tare.internal.survival.ClassGrowth;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.internal.survival.HeldSurvivors;
import dev.tare.internal.survival.HeldSurvivors.Group;
import dev.tare.internal.survival.SurvivingGrowth;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.survival.Survivors.RoundPlan;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class SurvivorFiguresTests {

  private static final Figure FIGURE = new Figure("surviving-bytes", "surviving bytes", true);
  private static final Budget NOTHING = Budget.atMost(FIGURE, new DataSize(0));
  private static final String JVM_PATH = "static field java.lang.X.y";
  private static final ClassTotal LEAST = new ClassTotal(3, 72);
  private static final ClassTotal MOST = new ClassTotal(5, 120);

  /** Returns the measurement of three texts or more in a round of ten calls. */
  private static Measurement explained(ClassTotal most, String path, String... createdByCalls) {
    SurvivingGrowth growth =
        new SurvivingGrowth(
            Map.of("java.lang.String", new ClassGrowth(LEAST, LEAST, most)),
            List.of(Map.of("java.lang.String", LEAST), Map.of("java.lang.String", most)),
            10,
            3,
            Duration.ofMillis(5));
    Survivors metric =
        new Survivors(
            Budget.unlimited(FIGURE),
            new CountedClasses(Object.class, null),
            new RoundPlan(10, 2, 0),
            ClassTotal::bytes,
            DataSize::new);
    Group group =
        new Group("java.lang.String", "", path, path, false, path.equals(JVM_PATH), 0, LEAST);
    return new SurvivorFigures(metric, growth, name -> Membership.YES)
        .explained(
            NOTHING, new HeldSurvivors(List.of(group), null, null, Set.of(createdByCalls), 10));
  }

  @Test
  void unclearGrowthThatTheJvmMayHaveCreatedIsInDoubt() {
    Measurement measurement = explained(MOST, JVM_PATH);

    assertThat(NOTHING.judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    Breakdown breakdown = ((Observed) measurement).breakdown();
    assertThat(requireNonNull(breakdown).rows().get(0).where()).isEqualTo("other paths");
  }

  @Test
  void growthOfTheCallsExceedsALimitHoweverUnclearItIs() {
    assertThat(
            List.of(
                explained(MOST, "static field Shop.CARTS"),
                explained(MOST, JVM_PATH, "java.lang.String"),
                explained(LEAST, JVM_PATH)))
        .allSatisfy(
            measurement ->
                assertThat(NOTHING.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED));
  }
}
