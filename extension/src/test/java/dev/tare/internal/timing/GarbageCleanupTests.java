package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @ParameterizedTest
  @CsvSource({"0, 0", "250, 0", "251, 1", "900, 1"})
  void garbageBeyondAQuarterOfTheHeapIsCollected(long bytes, int collections) {
    List<String> done = new ArrayList<>();

    new GarbageCleanup(() -> bytes, () -> 1_000, () -> done.add("collected")).collectIfWorthwhile();

    assertThat(done).hasSize(collections);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Serial", "Parallel", "G1"})
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
      GarbageCleanup garbage = GarbageCleanup.ofThisJvm();
      List<byte[]> kept = oldObjects();
      System.out.println("left behind " + isCleared(garbage));
      // objects that were in use at the last collection do not count as garbage
      System.out.println("in use " + isCleared(garbage));
      kept.clear();
      kept.addAll(oldObjects());
      System.out.println("again " + isCleared(garbage));
    }

    /** Returns more bytes than the young generation holds. */
    private static List<byte[]> oldObjects() {
      List<byte[]> objects = new ArrayList<>();
      for (int i = 0; i < 1_500; i++) {
        objects.add(new byte[100_000]);
      }
      return objects;
    }

    private static boolean isCleared(GarbageCleanup garbage) {
      boolean[] cleared = new boolean[1];
      new GarbageCleanup(
              garbage::garbageBytes,
              () -> Runtime.getRuntime().totalMemory(),
              () -> {
                cleared[0] = true;
                System.gc();
              })
          .collectIfWorthwhile();
      return cleared[0];
    }
  }
}
