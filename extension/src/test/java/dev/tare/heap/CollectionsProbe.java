package dev.tare.heap;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Measures an array repeatedly while another thread triggers garbage collections. The array holds
 * every object twice, far apart, so that an object that moved in between would be counted twice.
 */
public final class CollectionsProbe {

  private static final int OBJECTS = 100_000;
  private static final int ROUNDS = 12;

  /** Holder of half of the objects. */
  @Nullable static Object held;

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
        wrong += profiled(graph.profile(value), footprint.bytes());
        held = Arrays.copyOf(value, OBJECTS / 2);
        wrong += retained(graph, value);
      }
    }
    System.out.println(
        (wrong.isEmpty() ? "all equal" : wrong)
            + ", collections happened: "
            + (collections() > before + ROUNDS / 2));
  }

  private static String profiled(ProfileNode root, long bytes) {
    ProfileNode first = root.children().get(1); // the first is the array itself
    boolean right =
        root.size() == bytes
            && root.retainedSize() == bytes
            && root.children().size() == OBJECTS + 1
            && first.refCount() == 2
            && first.retainedSize() == first.size();
    return right ? "" : root + " and " + first + " ";
  }

  private static String retained(ObjectGraph graph, Object value) {
    RetainedFootprint retention = graph.retained(value);
    long half = OBJECTS / 2;
    boolean right =
        retention.retained().objects().items() == half + 1
            && retention.shared().objects().items() == half
            && graph.retainedProfile(value).children().size() == half + 1;
    return right ? "" : retention.toString();
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
