package dev.tare.internal.heap.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class GarbageCollectorsTests {

  private static final List<GarbageCollectorMXBean> PUBLISHED =
      ManagementFactory.getGarbageCollectorMXBeans();

  @Test
  void nameIsThatOfTheFirstCollector() {
    assertThat(PUBLISHED)
        .extracting(GarbageCollectorMXBean::getName)
        .contains(GarbageCollectors.name());
  }

  @Test
  void collectionsAreCounted() {
    long before = GarbageCollectors.collections();

    // HotSpot skips the collection while another thread is in a JNI critical section, such as
    // reading a jar
    for (int i = 0; i < 100 && GarbageCollectors.collections() == before; i++) {
      System.gc();
    }

    assertThat(GarbageCollectors.collections()).isGreaterThan(before);
  }

  /** A ZGC collection has three pauses; objects can be at other addresses after each of them. */
  @Test
  void pausesAreCountedUnderZgc() {
    ChildJvm child =
        ChildJvm.run(
            List.of("-XX:+UseZGC", "-Xmx64m", "-XX:+EnableDynamicAgentLoading"), OneGc.class);

    assertThat(child.err()).isEmpty();
    assertThat(Integer.parseInt(child.out())).isGreaterThanOrEqualTo(3);
  }

  static final class OneGc {

    private OneGc() {}

    public static void main(String[] arguments) {
      long before = GarbageCollectors.collections();
      System.gc();
      System.out.println(GarbageCollectors.collections() - before);
    }
  }
}
