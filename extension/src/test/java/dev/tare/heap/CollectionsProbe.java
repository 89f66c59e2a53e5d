package dev.tare.heap;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Weighs a list again and again while another thread keeps the collector busy. */
public final class CollectionsProbe {

  private static final int OBJECTS = 100_000;

  private CollectionsProbe() {}

  public static void main(String[] arguments) throws Exception {
    ObjectGraph graph = ObjectGraph.open();
    Thread churn = new Thread(CollectionsProbe::allocate);
    churn.setDaemon(true);
    churn.start();
    long before = collections();
    String wrong = "";
    for (int i = 0; i < 40; i++) {
      List<Object> value = new ArrayList<>(OBJECTS);
      for (int o = 0; o < OBJECTS; o++) {
        value.add(new Object());
      }
      Footprint footprint = i % 2 == 0 ? graph.footprint(value) : graph.paths(value);
      if (footprint.objects().items() != OBJECTS + 2) {
        wrong += footprint.objects() + " ";
      }
    }
    System.out.println(
        (wrong.isEmpty() ? "all equal" : wrong)
            + ", collections happened: "
            + (collections() > before + 40));
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
