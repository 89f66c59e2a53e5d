package dev.tare.internal.heap.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.ObjectLayout;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class ModelledSizesTests {

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  private record Row(long first, long second, int third, Object fourth) {}

  @Test
  void leastSizeOfAPlainClassIsTheSizeOfItsObjects() {
    for (Object object : List.of(new Object(), 1, 1L, 'c', new Row(1, 2, 3, ""))) {
      assertThat(least(object)).isEqualTo(instrumentation.getObjectSize(object));
    }
  }

  @Test
  void noObjectIsSmaller() {
    List<Object> objects =
        List.of(
            "text",
            new ArrayList<>(),
            new HashMap<>(),
            new ConcurrentHashMap<>(),
            Thread.currentThread(),
            new IllegalStateException(),
            List.of(1),
            Object.class);
    for (Object object : objects) {
      assertThat(least(object))
          .isPositive()
          .isLessThanOrEqualTo(instrumentation.getObjectSize(object));
    }
  }

  private static long least(Object object) {
    return ModelledSizes.least(object.getClass(), ObjectLayout.current());
  }
}
