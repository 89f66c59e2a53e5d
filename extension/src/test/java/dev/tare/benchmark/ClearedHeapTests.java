package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.internal.agent.ChildJvm;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Collection of the garbage of other tests before a benchmark. */
class ClearedHeapTests {

  private static final String TIME = "100 ms";

  @Test
  void heapIsCollectedOnceForEachBenchmarkThatFindsMuchGarbage() {
    ChildJvm jvm =
        ChildJvm.run(
            // neither the heap nor the metaspace runs short, so that the JVM does not collect by
            // itself
            List.of(
                ChildJvm.OPTIMIZING,
                "-XX:+UseSerialGC",
                "-Xms400m",
                "-Xmx400m",
                "-Xmn40m",
                "-XX:MetaspaceSize=300m"),
            Collections.class);

    assertThat(jvm.out().lines().filter(line -> line.startsWith("collected")))
        .containsExactly(
            "collected 0 times before NothingLeft",
            "collected 1 times before MuchLeft",
            "collected 1 times before MuchLeftBeforeGrowth");
  }

  /**
   * Counts the collections of old objects; collections of the young generation are not included.
   */
  static final class Collections {
    static Object left = "";

    private Collections() {}

    public static void main(String[] arguments) {
      GarbageCollectorMXBean old =
          ManagementFactory.getGarbageCollectorMXBeans().stream()
              .filter(bean -> bean.getName().equals("MarkSweepCompact"))
              .findFirst()
              .orElseThrow();
      for (Class<?> test : List.of(NothingLeft.class, MuchLeft.class, MuchLeftBeforeGrowth.class)) {
        long before = old.getCollectionCount();
        ExecutedTests.tare(test, "tare.warmupTime", TIME, "tare.measurementTime", TIME);
        System.out.println(
            "collected %s times before %s"
                .formatted(old.getCollectionCount() - before, test.getSimpleName()));
      }
    }

    static void leaveMuch() {
      left = new byte[1_500][100_000];
      left = "";
    }
  }

  static class NothingLeft {
    @Benchmarked(max = "1 s")
    int takesNoTime() {
      return hashCode();
    }
  }

  static class MuchLeft {
    @BeforeAll
    static void leaveMuch() {
      Collections.leaveMuch();
    }

    @Benchmarked(max = "1 s")
    int takesNoTime() {
      return hashCode();
    }
  }

  static class MuchLeftBeforeGrowth {
    @BeforeAll
    static void leaveMuch() {
      Collections.leaveMuch();
    }

    @Growth(
        sizes = {100, 1_000, 10_000},
        atMost = GrowthOrder.QUADRATIC)
    int adds(int n) {
      int sum = hashCode();
      for (int i = 0; i < n; i++) {
        sum = 31 * sum + i;
      }
      return sum;
    }
  }
}
