package dev.tare.internal.timing.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.clock.ThreadTimes;
import dev.tare.internal.timing.stage.TotalCallTime.Batch;
import dev.tare.internal.timing.stage.TotalCallTime.Mean;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TotalCallTimeTests {

  private static final double UNSHARED_NANOS = 800;

  private final TotalCallTime totalTime = new TotalCallTime();
  private final CoreSpeedProbe core = new CoreSpeedProbe(() -> UNSHARED_NANOS);

  TotalCallTimeTests() {
    for (int i = 0; i < 5; i++) {
      core.probe();
    }
  }

  private void add(long calls, double wall, double cpu, long starved, long gcMillis, double probe) {
    ThreadTimes spent = new ThreadTimes((long) wall, (long) cpu, starved, 0, gcMillis, 0);
    totalTime.add(new Batch(0, calls, wall, cpu, spent, probe, false));
  }

  private Mean mean() {
    return Objects.requireNonNull(totalTime.mean(core));
  }

  @Test
  void rareSlowCallIsInTheMean() {
    for (int i = 0; i < 10; i++) {
      add(50, 1e6, 1e6, 0, 0, UNSHARED_NANOS);
    }
    add(1, 150e6, 150e6, 0, 0, UNSHARED_NANOS);

    assertThat(mean().nanos()).isCloseTo(160e6 / 501, within(1e-6));
    assertThat(mean().minNanos()).isEqualTo(mean().nanos());
    assertThat(mean().calls()).isEqualTo(501);
    assertThat(totalTime.isCpuBound()).isTrue();
  }

  @Test
  void oneWaitingBatchOfManyCountsAsWaiting() {
    for (int i = 0; i < 19; i++) {
      add(50, 1e6, 1e6, 0, 0, UNSHARED_NANOS);
    }
    add(50, 21e6, 1e6, 0, 0, UNSHARED_NANOS);

    assertThat(totalTime.waitingShare()).isCloseTo(0.5, within(1e-9));
    assertThat(totalTime.isCpuBound()).isFalse();
  }

  @Test
  void timeOfOtherProgramsAndPausesIsNoWaiting() {
    add(50, 10e6, 2e6, 6_000_000, 2, UNSHARED_NANOS);

    assertThat(totalTime.isCpuBound()).isTrue();
    assertThat(mean().nanos()).isCloseTo(2e6 / 50, within(1e-6));
  }

  @Test
  void starvationByThreadsOfThisJvmIsWaiting() {
    ThreadTimes spent = new ThreadTimes(10_000_000, 2_000_000, 8_000_000, 7_500_000, 0, 0);
    totalTime.add(new Batch(0, 50, 10e6, 2e6, spent, UNSHARED_NANOS, false));

    assertThat(totalTime.waitingShare()).isCloseTo(7.5 / 9.5, within(1e-9));
    assertThat(mean().minNanos()).isCloseTo(9.5e6 / 50, within(1e-6));
  }

  @Test
  void threadsOfThisJvmOnOtherProcessorsAreNoWaiting() {
    ThreadTimes spent = new ThreadTimes(10_000_000, 10_000_000, 0, 30_000_000, 0, 0);
    totalTime.add(new Batch(0, 50, 10e6, 10e6, spent, UNSHARED_NANOS, false));

    assertThat(totalTime.isCpuBound()).isTrue();
    assertThat(mean().nanos()).isCloseTo(10e6 / 50, within(1e-6));
  }

  @Test
  void sharedCoreExplainsComputingAndNoWaiting() {
    add(1, 30e6, 10e6, 0, 0, 2 * UNSHARED_NANOS);

    assertThat(mean().nanos()).isEqualTo(30e6);
    assertThat(mean().minNanos()).isCloseTo(25e6, within(1.0));
  }

  @Test
  void sharedCoreExplainsAFactorOfTwoAtMost() {
    add(1, 10e6, 10e6, 0, 0, 20 * UNSHARED_NANOS);

    assertThat(mean().minNanos()).isCloseTo(5e6, within(1.0));
  }

  @Test
  void newMemoryExplainsItsLargestCost() {
    ThreadTimes spent = new ThreadTimes(10_000_000, 10_000_000, 0, 0, 0, 1_000_000);
    totalTime.add(new Batch(0, 100, 10e6, 10e6, spent, UNSHARED_NANOS, false));
    totalTime.markLastNewMemory();

    assertThat(mean().nanos()).isCloseTo(100_000, within(1.0));
    assertThat(mean().minNanos()).isCloseTo(50_000, within(1.0));
  }

  @Test
  void callsExplainedByNewMemoryHaveNoMean() {
    ThreadTimes spent = new ThreadTimes(1_000_000, 1_000_000, 0, 0, 0, 1_000_000);
    totalTime.add(new Batch(0, 100, 1e6, 1e6, spent, UNSHARED_NANOS, true));

    assertThat(totalTime.mean(core)).isNull();
  }

  @Test
  void timeBetweenTheCallsIsNotTheirs() {
    // a preparation takes as long as the calls, and both lose the processor evenly
    ThreadTimes spent = new ThreadTimes(40_000_000, 20_000_000, 20_000_000, 0, 0, 0);
    totalTime.add(new Batch(0, 100, 20e6, Double.NaN, spent, UNSHARED_NANOS, false));

    assertThat(mean().nanos()).isCloseTo(10e6 / 100, within(1e-6));
    assertThat(totalTime.meanNanosWithPreparations()).isEqualTo(400_000);
    assertThat(totalTime.isCpuBound()).isFalse();
  }

  @Test
  void callsBeforeTheSteadyStateAreDropped() {
    ThreadTimes spent = new ThreadTimes(1_000, 1_000, 0, 0, 0, 0);
    totalTime.add(new Batch(10, 1, 1_000, 1_000, spent, UNSHARED_NANOS, false));
    totalTime.add(new Batch(20, 1, 100, 100, spent, UNSHARED_NANOS, false));

    totalTime.dropBefore(20);

    assertThat(mean().nanos()).isEqualTo(100);
    assertThat(mean().calls()).isEqualTo(1);
  }
}
