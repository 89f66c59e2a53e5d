package dev.tare.heap;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Measures graphs under the difficult condition that its argument names. */
public final class HardshipProbe {

  /**
   * Number of changes after which a thread replaces the collections: a corrupted one may grow
   * without end, for example the array of a queue whose head and tail seem to meet.
   */
  private static final int CHANGES_UNTIL_REPLACED = 10_000;

  private HardshipProbe() {}

  public static void main(String[] arguments) throws Exception {
    ObjectGraph graph = ObjectGraph.open();
    graph.sizeOf(new Object[] {new Object()});
    System.out.println(
        switch (arguments[0]) {
          case "full" -> full(graph);
          case "changing" -> changing(graph);
          case "frugal" -> frugal(graph);
          case "collected" -> collected(graph);
          default -> deep(graph);
        });
  }

  /** The heap is large enough for the value and its size, but not for its tree. */
  private static String full(ObjectGraph graph) {
    Object[] value = new Object[1_000_000];
    for (int i = 0; i < value.length; i++) {
      value[i] = new Object();
    }
    String outcome;
    try {
      outcome = "answered " + graph.profile(value);
    } catch (UnweighableException e) {
      outcome = e.reason();
    }
    return outcome + "; then " + (graph.sizeOf(value) > 16_000_000);
  }

  /** Measures a graph whose collections other threads modify and corrupt. */
  private static String changing(ObjectGraph graph) throws InterruptedException {
    Object[] value = {new HashMap<>(), new TreeMap<>(), new ArrayDeque<>(), new Object[1000]};
    AtomicBoolean ended = new AtomicBoolean();
    List<Thread> others = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      Thread other = new Thread(() -> change(value, ended));
      other.setDaemon(true); // a corrupted map may never let it finish
      other.start();
      others.add(other);
    }
    int walks = 0;
    for (int i = 0; i < 40; i++) {
      walks += graph.sizeOf(value) > 0 ? 1 : 0;
      walks += graph.paths(value).bytes() > 0 ? 1 : 0;
      walks += graph.profile(value).size() > 0 ? 1 : 0;
      walks += i % 10 != 0 || graph.profile(value).retainedSize() > 0 ? 1 : 0;
      walks += i % 10 != 0 || isWhole(graph, value) ? 1 : 0;
    }
    ended.set(true);
    for (Thread other : others) {
      other.join(100);
    }
    return walks + " walks ended";
  }

  private static boolean isWhole(ObjectGraph graph, Object value) {
    return graph.retained(value).reachable().bytes() > 0 && graph.retainedProfile(value).size() > 0;
  }

  @SuppressWarnings("unchecked") // only this class fills them
  private static void change(Object[] value, AtomicBoolean ended) {
    Random random = new Random(1);
    for (int i = 1; !ended.get(); i++) {
      try {
        Map<Integer, Object> hashed = (Map<Integer, Object>) value[0];
        Map<Integer, Object> sorted = (Map<Integer, Object>) value[1];
        Deque<Object> queue = (Deque<Object>) value[2];
        hashed.put(random.nextInt(1000), new Object[] {value, "text " + random.nextInt()});
        sorted.put(random.nextInt(1000), new Object[random.nextInt(50)]);
        sorted.remove(random.nextInt(1000));
        queue.add(new Object());
        queue.poll();
        ((Object[]) value[3])[random.nextInt(1000)] = new Object[] {value[3]};
      } catch (RuntimeException e) {
        // thrown by collections that several threads modify
      }
      if (i % CHANGES_UNTIL_REPLACED == 0) {
        value[0] = new HashMap<>();
        value[1] = new TreeMap<>();
        value[2] = new ArrayDeque<>();
      }
    }
  }

  /**
   * Compares the memory that a walk needs, the minimum of some calls, with the limits in its
   * Javadoc.
   */
  private static String frugal(ObjectGraph graph) {
    Object[] value = new Object[400_000];
    for (int i = 0; i < value.length; i++) {
      value[i] = new Object();
    }
    long size = allocated(() -> graph.sizeOf(value));
    long profile = allocated(() -> graph.profile(value));
    return (size < 2L * value.length) + ", " + (profile < 33L * value.length);
  }

  /**
   * Measures the largest number of bytes per object that a profile needs if a collection begins
   * during the walk.
   */
  private static String collected(ObjectGraph graph) throws InterruptedException {
    Object[] value = null;
    for (int i = 0; i < 500_000; i++) {
      value = new Object[] {value};
    }
    Object chain = Objects.requireNonNull(value);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = 500_000 * graph.shallowSizeOf(chain);
    boolean right = true;
    long most = 0;
    for (int i = 0; i < 12; i++) {
      Thread collection = new Thread(System::gc);
      collection.start();
      long before = threads.getCurrentThreadAllocatedBytes();
      ProfileNode root = graph.profile(chain);
      most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
      collection.join();
      right &= root.size() == bytes;
    }
    long perObject = most / 500_000;
    return (perObject < 64 ? "less than 64" : perObject) + (right ? ", all right" : ", but wrong");
  }

  private static long allocated(Runnable walk) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      walk.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  /** Measures a chain of four million objects. */
  private static String deep(ObjectGraph graph) {
    Object[] chain = {};
    for (int i = 0; i < 4_000_000; i++) {
      chain = new Object[] {chain};
    }
    return graph.footprint(chain).objects() + ", " + graph.paths(chain).objects();
  }
}
