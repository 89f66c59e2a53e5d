package dev.tare.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.timing.SimulatedBody;
import dev.tare.internal.timing.SimulatedClock;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.NeedsC2;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NeedsC2
class GrowthOfTimeTests {

  private static final List<Integer> SIZES = List.of(10, 20, 40, 80);

  private static final SamplingPlan PLAN =
      new SamplingPlan(Statistic.ROBUST, 1, 1, false, new Elapsed(2e9), new Elapsed(2e9));

  private final SimulatedClock clock = new SimulatedClock();
  private final List<SimulatedBody> bodies = new ArrayList<>();

  private Measurement measured(double exponent) throws Throwable {
    return measured(SIZES, exponent);
  }

  private Measurement measured(List<Integer> sizes, double exponent) throws Throwable {
    sizes.forEach(n -> bodies.add(new SimulatedBody(clock, 100 * Math.pow(n, exponent), n)));
    return new GrowthOfTime(clock, PLAN, sizes)
        .measure(List.copyOf(bodies), GrowthOfCosts.figure(Cost.TIME));
  }

  private static Budget budget(GrowthOrder atMost) {
    return Budget.atMost(GrowthOfCosts.figure(Cost.TIME), atMost.limit());
  }

  @ParameterizedTest
  @CsvSource({
    "0, SUBLINEAR, WITHIN",
    "0, LINEAR, WITHIN",
    "0.5, SUBLINEAR, WITHIN",
    "0.9, SUBLINEAR, INCONCLUSIVE",
    "1, SUBLINEAR, EXCEEDED",
    "1, LINEAR, WITHIN",
    "1.3, LINEAR, WITHIN",
    "1.85, LINEAR, INCONCLUSIVE",
    "2, LINEAR, EXCEEDED",
    "2, QUADRATIC, WITHIN",
    "3, QUADRATIC, EXCEEDED",
    "3, CUBIC, WITHIN",
    "4, CUBIC, EXCEEDED"
  })
  void growthOrdersAreDistinguished(double exponent, GrowthOrder atMost, Outcome outcome)
      throws Throwable {
    assertThat(budget(atMost).judge(measured(exponent)).outcome()).isEqualTo(outcome);
  }

  @Test
  void exponentIsThatOfTheLargestSizes() throws Throwable {
    assertThat(measured(1))
        .isInstanceOfSatisfying(
            Observed.class,
            observed -> {
              assertThat(observed.value().amount()).isCloseTo(1, within(0.05));
              assertThat(observed.counted().get(0)).isEqualTo("1 us at n = 10, 8 us at n = 80");
              assertThat(observed.sampling().series().get(0).positions())
                  .containsExactly(10.0, 20.0, 80.0);
            });
  }

  @Test
  void callBelowTheFloorIsInconclusive() throws Throwable {
    Measurement measured = measured(-3);

    assertThat(budget(GrowthOrder.LINEAR).judge(measured).outcome())
        .isNotIn(Outcome.WITHIN, Outcome.EXCEEDED);
  }

  @Test
  void timeIsSharedBetweenTheBenchmarks() throws Throwable {
    measured(1);

    assertThat(clock.seconds()).isLessThan(4);
  }

  @Test
  void sizesThatAreNotComparedAreCalledOnce() throws Throwable {
    List<Integer> sizes = List.of(2, 10, 20, 80);
    measured(sizes, 1);

    assertThat(bodies.get(0).calls).isEqualTo(1);
    assertThat(bodies.get(sizes.size() - 1).calls).isGreaterThan(1);
  }
}
