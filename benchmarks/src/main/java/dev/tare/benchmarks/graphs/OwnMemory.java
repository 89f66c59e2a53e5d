package dev.tare.benchmarks.graphs;

import com.sun.management.ThreadMXBean;
import dev.tare.heap.ObjectGraph;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * Bytes that Tare allocates for one call on a large graph: an upper bound of what it holds at a
 * time.
 */
public final class OwnMemory {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private OwnMemory() {}

  /** Takes the part of the full size, 4 for a quarter. */
  public static void main(String[] arguments) {
    int share = Integer.parseInt(arguments[0]);
    ObjectGraph graph = ObjectGraph.open();
    for (Graph kind : Graph.values()) {
      Object value = kind.build(kind.objects / share);
      long objects = graph.footprint(value).objects().items();
      for (Tool tool : List.of(Tool.TARE, Tool.FOOTPRINT, Tool.PROFILE)) {
        tool.sizeOf(value);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        tool.sizeOf(value);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        System.out.printf(
            Locale.ROOT,
            "  %-30s %-14s %,12d B, %6.2f B an object%n",
            kind.title,
            tool.title,
            allocated,
            (double) allocated / objects);
      }
    }
  }
}
