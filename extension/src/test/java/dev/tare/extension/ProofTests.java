package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.Weighed;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.allocation.Mode;
import dev.tare.allocation.Scope;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.internal.jupiter.MaxCalls;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which promises fail when they are broken on purpose, and which do not. */
@WeavesOrWalks
class ProofTests {

  private static final String PROVE = ConfigurationKey.PROVE.key();

  @Test
  void promisesOfEachKindCanFail() {
    ExecutedTests tests = ExecutedTests.jupiter(FallibleTestCases.class, PROVE, "true");

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.aborted()).isEmpty();
    assertThat(tests.succeeded()).hasSize(FallibleTestCases.TESTS);
  }

  /** Promises, all of which can fail, and most of which hold. */
  static class FallibleTestCases {

    static final int TESTS = 17;

    private final List<Integer> numbers = List.of(3, 1, 2);

    @Test
    @MaxAllocatedBytes("0 B")
    void bytes() {}

    @Test
    @MaxAllocatedBytes(value = "2 KiB", scope = Scope.ALL_THREADS)
    void bytesOfAllThreads() {}

    @Test
    @MaxAllocatedBytes(value = "4 KiB", mode = Mode.FIRST_CALL)
    void bytesOfTheFirstCall() {}

    @Test
    @MaxAllocatedBytes(value = "4 KiB", runs = 1, warmups = 0)
    void bytesOfTheOnlyCall() {}

    @Test
    @MaxAllocatedBytes("0 B")
    void bytesThatAreTooMany() {
      assertThat(new ArrayList<>(numbers)).isNotEmpty();
    }

    @Test
    @MaxAllocations(0)
    void objects() {}

    @Test
    @MaxAllocations(value = 0, type = Integer.class)
    void boxes() {}

    @Test
    @MaxAllocations(value = 2, packageOf = ArrayList.class)
    void objectsOfAPackage() {
      new ArrayList<>(numbers).sort(null);
    }

    @Test
    @MaxInvocations(type = List.class, method = "sort", value = 0)
    void invocations() {}

    @Test
    void retained(@MaxRetainedSize("1 KiB") Retained<List<Integer>> value) {
      value.hold(new ArrayList<>(numbers));
    }

    @Test
    void offHeap(@MaxRetainedSize(value = "1 KiB", kind = Kind.OFF_HEAP) Retained<Object> value) {
      value.hold(new Object());
    }

    @Test
    void instances(@MaxInstances(value = 0, type = String.class) Retained<Object> value) {
      value.hold(new ArrayList<>(numbers));
    }

    @Test
    void collected(@MustBeCollected Released<Object> released) {
      released.letGo(new ArrayList<>(numbers));
    }

    @Test
    @MaxSurvivingBytes("0 B")
    void survivingBytes() {}

    @Test
    @MaxSurvivors(value = 1, type = Thread.class)
    void survivors() {}

    @Test
    @Benchmarked(maxFirst = "100 ms")
    void firstCall() {}

    @ParameterizedTest
    @ValueSource(strings = "only one")
    @MaxAllocatedBytes("0 B")
    void invocation(String text) {
      assertThat(text.isEmpty()).isFalse();
    }
  }

  @Test
  void aPromiseOfGrowthCanFail() {
    ExecutedTests tests = ExecutedTests.tare(GrowingTestCases.class, PROVE, "true");

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("bytes", "retained", "surviving");
  }

  /** Costs that grow as promised. */
  static class GrowingTestCases {

    @Growth(
        atMost = GrowthOrder.LINEAR,
        of = Cost.ALLOCATED,
        sizes = {100, 1000, 10_000})
    Object bytes(int n) {
      return new byte[n];
    }

    @Growth(
        atMost = GrowthOrder.LINEAR,
        of = Cost.SURVIVING,
        sizes = {100, 1000, 10_000})
    int surviving(int n) {
      return n;
    }

    @Growth(
        atMost = GrowthOrder.LINEAR,
        of = Cost.RETAINED,
        sizes = {100, 1000, 10_000})
    Object retained(int n) {
      return new byte[n];
    }
  }

  @Test
  void returnedValuesCanBeTooLarge() {
    ExecutedTests tests = ExecutedTests.tare(ReturningTestCases.class, PROVE, "true");

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("retained", "collected");
  }

  static class ReturningTestCases {

    @MaxRetainedSize("1 KiB")
    Object retained() {
      return new int[10];
    }

    @MustBeCollected
    Object collected() {
      return new int[10];
    }
  }

  @Test
  void whatCannotFailIsShownWithItsReason() {
    ExecutedTests tests = ExecutedTests.jupiter(InfallibleTestCases.class, PROVE, "true");

    assertThat(tests.succeeded()).isEmpty();
    assertThat(tests.failure("isLax"))
        .hasMessageStartingWith("A promise of ProofTests.InfallibleTestCases.isLax() cannot fail")
        .hasMessageContaining("allocated bytes, limit 954 MiB: what was measured, ")
        .hasMessageContaining(" KiB, is less than a thousandth of it");
    assertThat(tests.failure("worksElsewhere"))
        .hasMessageContaining("other threads allocated")
        .hasMessageContaining("ALL_THREADS");
    assertThat(tests.failure("holdsNothing")).hasMessageContaining("unmeasured: there is no value");
    assertThat(tests.failure("isNotKnown"))
        .hasMessageContaining("its metric Calls does not say how to break it");
  }

  static class InfallibleTestCases {

    @Test
    @MaxAllocatedBytes("1 GB")
    void isLax() {
      byte[] bytes = new byte[2000];
      assertThat(bytes.length).isEqualTo(2000);
    }

    @Test
    @MaxAllocatedBytes("8 KiB")
    void worksElsewhere() {
      CompletableFuture.supplyAsync(() -> new byte[1_000_000]).join();
    }

    @Test
    void holdsNothing(@MaxRetainedSize("1 KiB") Retained<Object> value) {
      value.hold(null);
    }

    @Test
    @MaxCalls(7)
    void isNotKnown() {}
  }

  @Test
  void weightsCanBeExceeded(@TempDir Path folder) throws IOException {
    String[] keys = {
      ConfigurationKey.LOCK_DIRECTORY.key(),
      folder.toString(),
      ConfigurationKey.MISSING_WEIGHT.key(),
      "write",
      PROVE,
      "true"
    };

    assertThat(ExecutedTests.tare(WeighedTestCases.class, keys).failure("bytes"))
        .hasMessageContaining("allocated bytes: it has no weight yet");
    try (Stream<Path> locks = Files.walk(folder)) {
      assertThat(locks).as("nothing is written").containsExactly(folder);
    }

    ExecutedTests.tare(WeighedTestCases.class, Arrays.copyOf(keys, 4));
    ExecutedTests tests = ExecutedTests.tare(WeighedTestCases.class, keys);

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("bytes", "leaves");
  }

  static class WeighedTestCases {

    private static final List<Object> KEPT = new ArrayList<>();

    @Weighed
    @MaxAllocatedBytes
    byte[] bytes() {
      return new byte[100];
    }

    @Weighed
    @MaxSurvivingBytes
    void leaves() {
      KEPT.add(new byte[10_000]);
    }
  }

  @Test
  void callsOfDynamicTestsAreBroken() {
    ExecutedTests tests = ExecutedTests.jupiter(DynamicTestCases.class, PROVE, "true");

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.succeeded()).containsExactly("dynamic");
  }

  static class DynamicTestCases {

    @TestFactory
    @MaxAllocatedBytes("0 B")
    DynamicTest makes() {
      return DynamicTest.dynamicTest("dynamic", () -> {});
    }
  }

  @Test
  void nothingIsProvedWhileTareIsOff() {
    ExecutedTests tests =
        ExecutedTests.jupiter(
            FallibleTestCases.class, PROVE, "true", ConfigurationKey.ENABLED.key(), "false");

    assertThat(tests.failure("bytes"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("tare.prove = true beside tare.enabled = false");
  }
}
