package dev.tare.benchmarks.survival;

import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.NoSurvivors;
import dev.tare.survival.Released;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests within their limits and above them for each annotation; {@link VerdictCost} runs them. */
class SurvivalCostTests {

  static final List<Object> REGISTRY = new ArrayList<>(100_000);

  @Test
  void collected(@MustBeCollected Released<Object> released) {
    released.letGo(new byte[1_000]);
  }

  @Test
  void held(@MustBeCollected Released<Object> released) {
    Object object = new byte[1_000];
    REGISTRY.add(object);
    released.letGo(object);
  }

  @Test
  @MaxSurvivingBytes("0 B")
  void leavesNothing() {
    new byte[1_000].clone();
  }

  @Test
  @NoSurvivors
  void leavesNoObject() {
    Map<Integer, String> map = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      map.put(i, "value " + i);
    }
    REGISTRY.add(map);
    REGISTRY.remove(map);
  }

  @Test
  @MaxSurvivingBytes("0 B")
  void leavesOne() {
    REGISTRY.add(new byte[1_000]);
  }

  /** Tests that fill the space of new objects, so that the JVM enlarges its heap. */
  static class Promotion {

    @Test
    @MaxPromotedBytes("0 B")
    void promotesNothing() {
      new byte[1_000].clone();
    }

    @Test
    @MaxPromotedBytes("0 B")
    void promotesAll() {
      REGISTRY.add(new byte[1_000]);
    }
  }
}
