package shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.MaxSurvivors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The shared container starts once for each engine, the other once for each test. */
@Testcontainers
class StoreTests {

  @Container static final CountingStore SHARED = new CountingStore();
  private static int passes;

  @Container final CountingStore own = new CountingStore();
  private int calls;

  @BeforeAll
  static void sharedStoreIsStarted() {
    passes++;
    assertThat(SHARED.isRunning()).isTrue();
    assertThat(SHARED.starts()).isEqualTo(passes);
  }

  @BeforeEach
  void ownStoreIsStarted() {
    assertThat(own.starts()).isOne();
    own.add("12.99");
  }

  @AfterEach
  void ownStoreStillRuns() {
    assertThat(own.starts()).isOne();
    assertThat(own.stops()).isZero();
    assertThat(calls).isNotEqualTo(1);
  }

  @AfterAll
  static void sharedStoreStillRuns() {
    assertThat(SHARED.isRunning()).isTrue();
    assertThat(passes).isBetween(1, 2);
  }

  @NoAllocation
  int countsPrices() {
    return own.size() + SHARED.size();
  }

  @MaxAllocatedBytes("1 KiB")
  int isCalledSeveralTimes() {
    calls++;
    assertThat(own.isRunning()).isTrue();
    return calls;
  }

  @NoAllocation
  Object createsAnArray() {
    return new int[own.size()];
  }

  @MaxRetainedSize("8 B")
  Object retainsAnArray() {
    return new int[own.size()];
  }

  /** The container outlives the calls of the test. */
  @MaxSurvivors(0)
  void addsPrices() {
    own.add(new String("0.99"));
  }

  @Test
  @NoAllocation
  void countsPricesInJupiter() {
    own.size();
  }

  @RepeatedTest(2)
  @NoAllocation
  void addsPricesInJupiter() {
    own.add(new String("1.49"));
  }

  @Test
  @MaxAllocatedBytes("0")
  void isMistyped() {
    own.size();
  }

  @Nested
  class Inner {

    @Container final CountingStore inner = new CountingStore();

    @NoAllocation
    int countsPrices() {
      return inner.size() + own.size();
    }

    @Test
    @NoAllocation
    void addsPrices() {
      inner.add(new String("1.49"));
    }
  }
}
