package dev.tare.internal.timing.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.timing.SimulatedClock;
import dev.tare.unit.Elapsed;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TimeAllowanceTests {

  private static final TimeCaps CAPS = new TimeCaps(Elapsed.parse("2 s"), Elapsed.parse("3 s"));

  /** Tolerance, since reading the clock takes time too. */
  private static final Offset<Double> READINGS = within(1_000.0);

  private final SimulatedClock clock = new SimulatedClock();
  private final TimeAllowance first = TimeAllowance.from(clock, CAPS, true);

  @Test
  void firstRunMayTakeBothCaps() {
    assertThat(first.maxWarmup(2)).isEqualTo(2e9);
    assertThat(first.maxSampling(2, 0.1e9)).isEqualTo(3e9);
  }

  @Test
  void firstRunAfterALongWarmUpLeavesTimeForTheConfirmation() {
    clock.advance(2e9, 1);

    // 5 s without 5 % for the report, 2 s of warm-up, the shortest warm-up of two methods, and the
    // time until the first checkpoint
    assertThat(first.maxSampling(2, 0.1e9)).isCloseTo(1.85e9, READINGS);
    assertThat(first.maxSampling(1, 0.1e9)).isCloseTo(2.25e9, READINGS);
  }

  @Test
  void firstRunOfSlowCallsLeavesAThird() {
    clock.advance(2e9, 1);

    assertThat(first.maxSampling(2, 60e9)).isCloseTo(2.75e9 - 5e9 / 3, READINGS);
  }

  @Test
  void runWithoutALimitLeavesNothing() {
    TimeAllowance only = TimeAllowance.from(clock, CAPS, false);
    clock.advance(2e9, 1);

    assertThat(only.maxWarmup(2)).isEqualTo(2e9);
    assertThat(only.maxSampling(2, 0.1e9)).isCloseTo(2.75e9, READINGS);
  }

  @Test
  void confirmationWarmsUpForHalfOfTheTimeLeft() {
    clock.advance(2.6e9, 1);

    assertThat(first.ofConfirmation().maxWarmup(2)).isCloseTo(1.075e9, READINGS);
    assertThat(first.ofConfirmation().maxSampling(2, 0.1e9)).isCloseTo(2.15e9, READINGS);
  }

  @Test
  void confirmationWarmsUpForAtMostTheCap() {
    assertThat(first.ofConfirmation().maxWarmup(2)).isEqualTo(2e9);
    assertThat(first.ofConfirmation().maxSampling(2, 0.1e9)).isEqualTo(3e9);
  }

  @Test
  void lateConfirmationStillWarmsUp() {
    clock.advance(6e9, 1);

    assertThat(first.ofConfirmation().maxWarmup(1)).isEqualTo(WarmUpStage.MIN_NANOS);
    assertThat(first.ofConfirmation().maxWarmup(2)).isEqualTo(2.0 * WarmUpStage.MIN_NANOS);
    assertThat(first.ofConfirmation().maxSampling(2, 0.1e9)).isZero();
  }

  @Test
  void lateConfirmationKeepsAShortCap() {
    TimeCaps brief = new TimeCaps(Elapsed.parse("10 ms"), Elapsed.parse("50 ms"));
    TimeAllowance allowance = TimeAllowance.from(clock, brief, true);
    clock.advance(10e6, 1);

    assertThat(allowance.maxSampling(2, 5e6)).isCloseTo(32e6, READINGS);
    assertThat(allowance.ofConfirmation().maxWarmup(2)).isEqualTo(10e6);
  }
}
