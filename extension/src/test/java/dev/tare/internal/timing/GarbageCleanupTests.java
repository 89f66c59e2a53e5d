package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GarbageCleanupTests {

  /** A small young generation, and a collector that does not collect old objects by itself. */
  private static final List<String> HEAP =
      List.of(
          "-Xms400m",
          "-Xmx400m",
          "-Xmn40m",
          "-XX:-G1UseAdaptiveIHOP",
          "-XX:InitiatingHeapOccupancyPercent=100",
          "-XX:+UnlockExperimentalVMOptions",
          "-Xlog:disable");

  @Test
  void garbageBeyondAQuarterOfTheHeapIsWorthACollection() {
    assertThat(GarbageCleanup.isWorthwhile(250, 1_000)).isFalse();
    assertThat(GarbageCleanup.isWorthwhile(251, 1_000)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Parallel", "G1"}) // ClearedHeapTests has Serial
  void everyCollectorReportsItsGarbage(String collector) {
    assertThat(leftovers(collector))
        .containsExactly("left behind true", "in use false", "again true");
  }

  @Test
  void collectorWithoutCollectionsReportsNoGarbage() {
    assertThat(leftovers("Epsilon"))
        .containsExactly("left behind false", "in use false", "again false");
  }

  private static Stream<String> leftovers(String collector) {
    List<String> options = new ArrayList<>(HEAP);
    options.add("-XX:+Use" + collector + "GC");
    ChildJvm jvm = ChildJvm.run(options, Leftovers.class);
    assertThat(jvm.err()).isEmpty();
    return jvm.out().lines();
  }

  /** Creates old objects, collects while they are in use, and then releases them. */
  static final class Leftovers {

    private Leftovers() {}

    public static void main(String[] arguments) {
      List<byte[]> kept = oldObjects();
      System.out.println("left behind " + isCleared());
      // objects that were in use at the last collection do not count as garbage
      System.out.println("in use " + isCleared());
      kept.clear();
      kept.addAll(oldObjects());
      System.out.println("again " + isCleared());
    }

    /** Returns more bytes than the young generation holds. */
    private static List<byte[]> oldObjects() {
      List<byte[]> objects = new ArrayList<>();
      for (int i = 0; i < 1_500; i++) {
        objects.add(new byte[100_000]);
      }
      return objects;
    }

    private static boolean isCleared() {
      long heap = Runtime.getRuntime().totalMemory();
      boolean isWorthwhile = GarbageCleanup.isWorthwhile(GarbageCleanup.garbageBytes(), heap);
      GarbageCleanup.collectIfWorthwhile();
      return isWorthwhile;
    }
  }
}
