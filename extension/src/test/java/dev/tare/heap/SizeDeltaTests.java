package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class SizeDeltaTests {

  private static final Oracle ORACLE = new Oracle();

  private final ObjectGraph graph = ObjectGraph.open();

  private static long expectedDelta(Object base, Object object) {
    Set<Object> before = ORACLE.reachable(base);
    return ORACLE.reachable(object).stream()
        .filter(reached -> !before.contains(reached))
        .mapToLong(ORACLE::shallowSizeOf)
        .sum();
  }

  @Test
  void deltaOfGeneratedPairsIsExact() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    GeneratedGraphs graphs = new GeneratedGraphs(seed);
    int pairsWithSharedPart = 0;
    int reachable = 0;
    for (int i = 0; i < 300; i++) {
      List<Object> objects = new ArrayList<>(ORACLE.reachable(graphs.next()));
      Object base = objects.get(random.nextInt(objects.size()));
      Object object = objects.get(random.nextInt(objects.size()));

      long expected = expectedDelta(base, object);
      assertThat(graph.sizeDelta(base, object)).as("seed %d, pair %d", seed, i).isEqualTo(expected);
      pairsWithSharedPart += expected > 0 && expected < ORACLE.sizeOf(object) ? 1 : 0;
      reachable += expected == 0 ? 1 : 0;
    }
    assertThat(pairsWithSharedPart).as("pairs that share a part, seed %d", seed).isPositive();
    assertThat(reachable).as("objects that the base reaches, seed %d", seed).isPositive();
  }

  @Test
  void deltaCountsAnObjectThatTheBaseReachesButDoesNotCount() {
    Thread thread = new Thread(() -> {}, "not started");

    assertThat(graph.sizeDelta(new Object[] {thread}, thread))
        .isEqualTo(expectedDelta(new Object[] {thread}, thread))
        .isPositive();
    assertThat(graph.sizeDelta(TimeUnit.DAYS, TimeUnit.DAYS)).isZero();
    assertThat(graph.sizeDelta(TimeUnit.DAYS, new Object[] {TimeUnit.DAYS}))
        .isEqualTo(graph.shallowSizeOf(new Object[1]));
  }

  @Test
  void deltaOfAClassIsRefused() {
    assertThatThrownBy(() -> graph.sizeDelta(new Object(), String.class))
        .isInstanceOf(UnweighableException.class)
        .hasMessageContaining("has no exact size");
  }
}
