package dev.tare.internal.heap.memory;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** The JVM's garbage collectors and their collection counts, from their management beans. */
public final class GarbageCollectors {

  private static final List<GarbageCollectorMXBean> BEANS = List.copyOf(beans());

  private static final List<GarbageCollectorMXBean> COUNTED = counted(BEANS);

  private GarbageCollectors() {}

  /**
   * Returns the collectors' beans from the class that creates them. The public factory first loads
   * all providers of beans, which takes half of the time of a JVM's first walk.
   */
  @SuppressWarnings("unchecked")
  private static List<GarbageCollectorMXBean> beans() {
    try {
      HeapAccess.export(ManagementFactory.class.getModule(), "sun.management");
      return (List<GarbageCollectorMXBean>)
          Class.forName("sun.management.ManagementFactoryHelper")
              .getMethod("getGarbageCollectorMXBeans")
              .invoke(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return ManagementFactory.getGarbageCollectorMXBeans();
    }
  }

  /**
   * Returns the name of the first collector bean; if a collector has several, their first words
   * agree or are known.
   */
  public static String name() {
    return BEANS.isEmpty() ? "unknown collector" : BEANS.get(0).getName();
  }

  /**
   * Returns the number of low bits of a reference in memory that hold collection status and not the
   * address. Non-generational ZGC had such bits among the high ones, which are equal in all
   * references read since the last pause.
   */
  public static int statusBits() {
    return name().startsWith("ZGC M") ? 16 : 0; // Minor or Major
  }

  /**
   * Returns the number of collections; or of pauses, for collectors that count these separately,
   * since their objects move at a pause and not at the end of a cycle.
   */
  public static long collections() {
    long sum = 0;
    // no iterator: this runs for every new page of an address set
    for (int i = 0; i < COUNTED.size(); i++) {
      sum += COUNTED.get(i).getCollectionCount();
    }
    return sum;
  }

  private static List<GarbageCollectorMXBean> counted(List<GarbageCollectorMXBean> beans) {
    List<GarbageCollectorMXBean> pauses = new ArrayList<>();
    for (GarbageCollectorMXBean bean : beans) {
      if (bean.getName().endsWith(" Pauses")) {
        pauses.add(bean);
      }
    }
    return pauses.isEmpty() ? beans : List.copyOf(pauses);
  }
}
