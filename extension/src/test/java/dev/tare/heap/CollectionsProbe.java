package dev.tare.heap;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Weighs an array again and again while another thread keeps the collector busy. It holds every
 * object twice, far apart, so that one that moved in between would be met twice.
 */
public final class CollectionsProbe {

  private static final int OBJECTS = 400_000;
  private static final int ROUNDS = 12;

  private CollectionsProbe() {}

  public static void main(String[] arguments) throws Exception {
    ObjectGraph graph = ObjectGraph.open();
    Thread churn = new Thread(CollectionsProbe::allocate);
    churn.setDaemon(true);
    churn.start();
    long before = collections();
    String wrong = "";
    for (int i = 0; i < ROUNDS; i++) {
      Object[] value = new Object[2 * OBJECTS];
      for (int o = 0; o < OBJECTS; o++) {
        value[o] = new Object();
        value[o + OBJECTS] = value[o];
      }
      Footprint footprint = i % 2 == 0 ? graph.footprint(value) : graph.paths(value);
      if (footprint.objects().items() != OBJECTS + 1) {
        wrong += footprint.objects() + " ";
      }
      if (i % 4 == 0) {
        wrong += profiled(graph.profile(value), footprint.size().bytes());
      }
    }
    System.out.println(
        (wrong.isEmpty() ? "all equal" : wrong)
            + ", collections happened: "
            + (collections() > before + ROUNDS / 2));
  }

  private static String profiled(ProfileNode root, long bytes) {
    ProfileNode first = root.children().get(1); // the array itself is the largest
    boolean right =
        root.size() == bytes
            && root.retainedSize() == bytes
            && root.children().size() == OBJECTS + 1
            && first.refCount() == 2
            && first.retainedSize() == first.size();
    return right ? "" : root + " and " + first + " ";
  }

  /** Keeps a part of what it allocates, so that the collector has something to move. */
  private static void allocate() {
    Object[] kept = new Object[1000];
    for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
      kept[i % kept.length] = new byte[1000];
    }
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
