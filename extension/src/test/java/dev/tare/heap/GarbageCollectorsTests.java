package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class GarbageCollectorsTests {

  private static final List<GarbageCollectorMXBean> PUBLISHED =
      ManagementFactory.getGarbageCollectorMXBeans();

  @Test
  void areFoundWithoutTheManagementInterface() throws Throwable {
    assertThat(GarbageCollectors.inside()).hasSameElementsAs(PUBLISHED).isNotEmpty();
  }

  @Test
  void goByTheNameOfOne() {
    assertThat(PUBLISHED)
        .extracting(GarbageCollectorMXBean::getName)
        .contains(GarbageCollectors.name());
  }

  @Test
  void countCollections() {
    long before = GarbageCollectors.collections();

    System.gc();

    assertThat(GarbageCollectors.collections()).isGreaterThan(before);
  }
}
