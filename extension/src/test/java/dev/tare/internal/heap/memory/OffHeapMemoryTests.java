package dev.tare.internal.heap.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RetainedFootprint;
import dev.tare.heap.SegmentsProbe;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
@WeavesOrWalks
class OffHeapMemoryTests {

  private static final List<ByteBuffer> REGISTRY = new ArrayList<>();

  private final ObjectGraph graph = ObjectGraph.open();

  @Test
  void segmentsOfOneBlockCountOnce() {
    List<String> options = new ArrayList<>(List.of("-XX:+EnableDynamicAgentLoading"));
    if (Runtime.version().feature() < 22) {
      options.addAll(List.of("--add-modules", "jdk.incubator.foreign"));
    }

    ChildJvm child = ChildJvm.run(options, SegmentsProbe.class);

    assertThat(child.out().lines())
        .as(child.err())
        .containsExactly(
            "block and slices 4096",
            "slice alone 4096",
            "view 4096",
            "two blocks 5096",
            "block and buffer 8096",
            "closed 0",
            "shared 256",
            "collected 512",
            "retained 512",
            "nobody's 0",
            "mapped 8448", // including the shared 256 of the same arena
            "mapped buffer 8192");
  }

  @Test
  void offHeapMemoryIsAttributedToItsOwner() {
    ByteBuffer shared = ByteBuffer.allocateDirect(1000);
    REGISTRY.add(shared);
    try {
      Object[] value = {shared, ByteBuffer.allocateDirect(300)};

      RetainedFootprint retention = graph.retained(value);

      assertThat(retention.retained().offHeap()).isEqualTo(new DataSize(300));
      assertThat(retention.shared().offHeap()).isEqualTo(new DataSize(1000));
      assertThat(graph.paths(value).offHeap()).isEqualTo(new DataSize(1300));
    } finally {
      REGISTRY.clear();
    }
  }
}
