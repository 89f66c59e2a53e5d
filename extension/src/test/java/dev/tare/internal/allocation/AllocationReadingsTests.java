package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class AllocationReadingsTests {

  private final AllocationReadings readings = new AllocationReadings(1);

  @Test
  void readingsHaveTheExtremesOfJudgedCallsAndTheFirstCall() {
    readings.add(5_000, true);
    readings.add(300, true);
    readings.add(100, true);
    readings.add(200, true);

    assertThat(readings.first()).isEqualTo(5_000);
    assertThat(readings.smallest()).isEqualTo(100);
    assertThat(readings.largest()).isEqualTo(300);
    assertThat(readings.warmups()).isEqualTo(1);
    assertThat(readings.runs()).isEqualTo(3);
  }

  @Nested
  class WhenBytesMayBeMissing {

    @Test
    void completeCallIsTheFigureEvenIfOthersAreSmaller() {
      readings.add(1, true);
      readings.add(100, false);
      readings.add(300, true);
      readings.add(200, false);

      assertThat(readings.complete()).isTrue();
      assertThat(readings.smallest()).isEqualTo(300);
    }

    @Test
    void readingsWithoutACompleteCallAreIncomplete() {
      readings.add(1, true);
      readings.add(200, false);
      readings.add(100, false);

      assertThat(readings.complete()).isFalse();
      assertThat(readings.smallest()).isEqualTo(100);
    }
  }
}
