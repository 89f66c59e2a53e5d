package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.sample.Samples;
import org.junit.jupiter.api.Test;

/** Cost of pauses for a method that is called 1,000 times and allocates 100 B a call. */
class GcCostTests {

  private static final CounterReading ALL = pauses(80, 4, 400_000, 0, 0);

  private final Samples recording = new Samples(1);

  private static CounterReading pauses(
      long millis, long count, long bytes, long wallNanos, long starvedNanos) {
    return new CounterReading(wallNanos, 0, starvedNanos, 0, 0, millis, count, bytes, 0);
  }

  GcCostTests() {
    CounterReading undisturbed = pauses(0, 0, 100_000, 1_000_000, 0);
    recording.add(new Samples.Readings(1_000_000, 1_000_000, 100_000), 1_000, undisturbed);
  }

  @Test
  void pausesAreChargedByTheBytesAllocated() {
    GcCost cost = new GcCost(pauses(8, 4, 200_000, 0, 0), true);

    // 40 ns a byte
    assertThat(cost.charge(recording)).isEqualTo(4_000);
    assertThat(cost.error(recording, 8_000)).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void allBytesShareThePausesIfOtherThreadsAllocate() {
    GcCost cost = new GcCost(pauses(80, 4, 1_000, 0, 0), true);

    // 80 ms for 100,000 B
    assertThat(cost.charge(recording)).isEqualTo(80_000);
  }

  @Test
  void nothingIsChargedWithoutPausesOrIfTimesIncludeThem() {
    assertThat(new GcCost(pauses(0, 0, 400_000, 0, 0), true).charge(recording)).isZero();
    assertThat(new GcCost(pauses(0, 0, 0, 0, 0), true).error(recording, 1_000)).isZero();
    assertThat(new GcCost(ALL, false).charge(recording)).isZero();
    assertThat(new GcCost(ALL, false).error(recording, 1_000)).isZero();
  }

  @Test
  void chargeLeavesOutTheTimeOfOtherPrograms() {
    // the thread was ready to run for 500 ms between pauses, and had no processor for 300 ms
    CounterReading busy = pauses(80, 4, 200_000, 580_000_000, 300_000_000);
    GcCost cost = new GcCost(busy, true);

    // 400 ns a byte in real time
    assertThat(cost.charge(recording)).isCloseTo(16_000, within(1e-6));
    assertThat(cost.error(recording, 16_000)).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void unknownTimeBetweenPausesLeavesTheWholeCharge() {
    CounterReading only = pauses(80, 4, 200_000, 80_000_000, 10_000_000);

    assertThat(new GcCost(only, true).charge(recording)).isEqualTo(40_000);
  }
}
