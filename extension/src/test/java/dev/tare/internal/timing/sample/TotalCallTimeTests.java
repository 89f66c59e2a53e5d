package dev.tare.internal.timing.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.sample.TotalCallTime.Batch;
import dev.tare.internal.timing.sample.TotalCallTime.Mean;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TotalCallTimeTests {

  private final TotalCallTime totalTime = new TotalCallTime();

  private void add(long calls, double wall, double cpu, long starved, long gcMillis) {
    CounterReading spent = spent((long) wall, (long) cpu, starved, 0, gcMillis);
    totalTime.add(new Batch(0, calls, wall, cpu, spent));
  }

  private static CounterReading spent(
      long wall, long cpu, long starved, long otherThreads, long gcMillis) {
    return new CounterReading(wall, cpu, starved, otherThreads, 0, gcMillis, 0, 0, 0);
  }

  private Mean mean() {
    return Objects.requireNonNull(totalTime.mean());
  }

  @Test
  void rareSlowCallIsInTheMean() {
    for (int i = 0; i < 10; i++) {
      add(50, 1e6, 1e6, 0, 0);
    }
    add(1, 150e6, 150e6, 0, 0);

    assertThat(mean().nanos()).isCloseTo(160e6 / 501, within(1e-6));
    assertThat(mean().calls()).isEqualTo(501);
    assertThat(totalTime.isCpuBound()).isTrue();
  }

  @Test
  void oneWaitingBatchOfManyCountsAsWaiting() {
    for (int i = 0; i < 19; i++) {
      add(50, 1e6, 1e6, 0, 0);
    }
    add(50, 21e6, 1e6, 0, 0);

    assertThat(totalTime.waitingShare()).isCloseTo(0.5, within(1e-9));
    assertThat(totalTime.isCpuBound()).isFalse();
  }

  @Test
  void timeOfOtherProgramsAndPausesIsNoWaiting() {
    add(50, 10e6, 2e6, 6_000_000, 2);

    assertThat(totalTime.isCpuBound()).isTrue();
    assertThat(mean().nanos()).isCloseTo(2e6 / 50, within(1e-6));
  }

  @Test
  void starvationByThreadsOfThisJvmIsWaiting() {
    CounterReading spent = spent(10_000_000, 2_000_000, 8_000_000, 7_500_000, 0);
    totalTime.add(new Batch(0, 50, 10e6, 2e6, spent));

    assertThat(totalTime.waitingShare()).isCloseTo(7.5 / 9.5, within(1e-9));
    assertThat(mean().nanos()).isCloseTo(9.5e6 / 50, within(1e-6));
  }

  @Test
  void threadsOfThisJvmOnOtherProcessorsAreNoWaiting() {
    CounterReading spent = spent(10_000_000, 10_000_000, 0, 30_000_000, 0);
    totalTime.add(new Batch(0, 50, 10e6, 10e6, spent));

    assertThat(totalTime.isCpuBound()).isTrue();
    assertThat(mean().nanos()).isCloseTo(10e6 / 50, within(1e-6));
  }

  @Test
  void timeBetweenTheCallsIsNotTheirs() {
    // a preparation takes as long as the calls, and both lose the processor evenly
    CounterReading spent = spent(40_000_000, 20_000_000, 20_000_000, 0, 0);
    totalTime.add(new Batch(0, 100, 20e6, Double.NaN, spent));

    assertThat(mean().nanos()).isCloseTo(10e6 / 100, within(1e-6));
    assertThat(totalTime.meanNanosWithPreparations()).isEqualTo(400_000);
    assertThat(totalTime.isCpuBound()).isFalse();
  }

  @Test
  void callsBeforeTheSteadyStateAreDropped() {
    CounterReading spent = spent(1_000, 1_000, 0, 0, 0);
    totalTime.add(new Batch(10, 1, 1_000, 1_000, spent));
    totalTime.add(new Batch(20, 1, 100, 100, spent));

    totalTime.dropBefore(20);

    assertThat(mean().nanos()).isEqualTo(100);
    assertThat(mean().calls()).isEqualTo(1);
  }
}
