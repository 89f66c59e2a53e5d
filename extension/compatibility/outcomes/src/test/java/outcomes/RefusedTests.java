package outcomes;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.allocation.NoAllocation;
import dev.tare.benchmark.BeforeCall;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.retained.JudgedLayout;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.NoSurvivors;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Annotations that are refused, or that have no effect. */
class RefusedTests {

  private int calls;

  int other() {
    return calls;
  }

  @MaxAllocatedBytes("12 XB")
  int unknownUnit() {
    return 1;
  }

  @MaxAllocatedBytes("1 kb")
  int unitInLowerCase() {
    return 1;
  }

  @MaxAllocatedBytes("1024")
  int missingUnit() {
    return 1;
  }

  @MaxAllocatedBytes("-1 B")
  int negativeSize() {
    return 1;
  }

  @MaxAllocatedBytes("many B")
  int noNumber() {
    return 1;
  }

  @MaxAllocatedBytes("99999999999 GiB")
  int hugeSize() {
    return 1;
  }

  @MaxAllocatedBytes(" ")
  int blankSize() {
    return 1;
  }

  @MaxAllocatedBytes
  int missingSize() {
    return 1;
  }

  @MaxAllocatedBytes("1.5 KiB")
  int fraction() {
    return 1;
  }

  @MaxAllocatedBytes(value = "1 KiB", runs = 0)
  int noRuns() {
    return 1;
  }

  @MaxAllocatedBytes(value = "1 KiB", warmups = -1)
  int negativeWarmups() {
    return 1;
  }

  @NoAllocation
  @MaxAllocatedBytes("1 KiB")
  int contradiction() {
    return 1;
  }

  @MaxAllocations(-1)
  int negativeCount() {
    return 1;
  }

  @MaxAllocations(value = 1, type = int.class)
  int primitiveType() {
    return 1;
  }

  @MaxAllocations(value = 1, type = String.class, packageOf = String.class)
  int typeAndPackage() {
    return 1;
  }

  @Test
  @NoAllocation
  byte[] testThatReturnsAValue() {
    return new byte[10];
  }

  @NoAllocation
  private byte[] privateMethod() {
    return new byte[calls];
  }

  @NoAllocation
  static byte[] staticMethod() {
    return new byte[10];
  }

  @NoAllocation
  byte[] unresolvedParameter(Thread thread) {
    return new byte[10];
  }

  @BeforeEach
  @NoAllocation
  void beforeEach() {
    calls++;
  }

  @AfterEach
  @MaxAllocatedBytes("0 B")
  void afterEach() {
    calls++;
  }

  @BeforeAll
  @MaxAllocatedBytes("0 B")
  static void beforeAll() {}

  @MaxRetainedSize("12 XB")
  Object unknownUnitOfASize() {
    return List.of();
  }

  @MaxRetainedSize("1 KiB")
  void nothingReturned() {}

  @MaxRetainedSize(value = "1 KiB", kind = Kind.OFF_HEAP, layout = JudgedLayout.COMPACT)
  Object layoutOffHeap() {
    return List.of();
  }

  @Test
  void notAHolder(@MaxRetainedSize("1 KiB") org.junit.jupiter.api.TestInfo info) {}

  @MaxInstances(type = String.class, value = -1)
  Object negativeInstances() {
    return List.of();
  }

  @MaxInstances(type = int.class, value = 1)
  Object primitiveInstances() {
    return List.of();
  }

  @MaxInstances(type = Thread.class, value = 1)
  Object instancesOfThreads() {
    return List.of();
  }

  @Test
  void retainedWithoutLimit(@MaxInstances(type = String.class, value = 1) Retained<String> text) {
    text.hold("a");
  }

  @MaxSurvivingBytes("12 XB")
  int unknownUnitOfSurvivors() {
    return 1;
  }

  @MaxSurvivingBytes(value = "1 KiB", calls = 0)
  int noCalls() {
    return 1;
  }

  @MaxSurvivingBytes(value = "1 KiB", rounds = 1)
  int oneRound() {
    return 1;
  }

  @MaxSurvivors(value = 1, type = String.class, packageOf = String.class)
  int survivorsByTypeAndPackage() {
    return 1;
  }

  @NoSurvivors
  @MaxSurvivingBytes("1 KiB")
  int contradictingSurvivors() {
    return 1;
  }

  @MustBeCollected(within = "soon")
  Object unknownTime() {
    return new Object();
  }

  @MustBeCollected
  int primitiveCollected() {
    return 1;
  }

  @Benchmarked(max = "250 xs")
  int unknownTimeUnit() {
    return 1;
  }

  @Benchmarked(max = "0 ns")
  int zeroTime() {
    return 1;
  }

  @Benchmarked(baseline = "missing")
  int missingBaseline() {
    return 1;
  }

  @Benchmarked(baseline = "ownBaseline")
  int ownBaseline() {
    return 1;
  }

  @Benchmarked(baseline = "staticMethod")
  int staticBaseline() {
    return 1;
  }

  @Benchmarked(maxRatio = 2)
  int ratioWithoutBaseline() {
    return 1;
  }

  @Benchmarked(baseline = "other", maxRatio = -1)
  int negativeRatio() {
    return 1;
  }

  @Benchmarked(max = "1 s", statistic = "p100")
  int unknownStatistic() {
    return 1;
  }

  @Benchmarked(max = "1 s", operations = 0)
  int noOperations() {
    return 1;
  }

  @Benchmarked(max = "1 s", forks = -1)
  int negativeForks() {
    return 1;
  }

  @Benchmarked(max = "1 s", measurementTime = "1 h x")
  int unknownMeasurementTime() {
    return 1;
  }

  @RepeatedTest(2)
  @Growth(
      sizes = {100, 200, 800},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  void growthOfARepeatedTest(int n) {}

  @TestFactory
  @Growth(
      sizes = {100, 200, 800},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  Stream<DynamicTest> growthOfAFactory(int n) {
    return Stream.of();
  }

  @TestFactory
  @Benchmarked(baseline = "other")
  Stream<DynamicTest> baselineOfAFactory() {
    return Stream.of(DynamicTest.dynamicTest("x", () -> {}));
  }

  @Nested
  class PrivateBeforeCall {

    @BeforeCall
    private void prepares() {
      calls++;
    }

    @Benchmarked(max = "1 s")
    int prepared() {
      return calls;
    }
  }

  @Nested
  class BeforeCallBesideALimit {

    @BeforeCall
    void prepares() {
      calls++;
    }

    @NoAllocation
    @Benchmarked(max = "1 s")
    int prepared() {
      return calls;
    }
  }

  @Nested
  class PrivateClassLimit {

    @Nested
    @MaxRetainedSize("12 XB")
    class OfAClass {

      @Test
      void takesAValue(Retained<String> value) {
        value.hold("x");
      }
    }
  }
}
