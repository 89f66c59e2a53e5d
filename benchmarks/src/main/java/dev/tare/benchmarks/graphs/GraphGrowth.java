package dev.tare.benchmarks.graphs;

import dev.tare.heap.ObjectGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Time per object in a graph of a million objects and in one of many millions. */
public final class GraphGrowth {

  private static final int FEW = 1_000_000;
  private static final int CALLS = 5;

  private GraphGrowth() {}

  /** Takes the number of millions. */
  public static void main(String[] arguments) {
    int many = Integer.parseInt(arguments[0]) * FEW;
    for (Graph kind : List.of(Graph.POJOS, Graph.LINKED_LIST, Graph.HASH_MAP, Graph.CHAIN)) {
      double few = nanosAnObject(kind, FEW);
      double nanos = nanosAnObject(kind, many);
      System.out.printf(
          Locale.ROOT,
          "  %-14s %,d: %6.2f ns, %,d: %6.2f ns an object, %.2f times%n",
          kind.title,
          FEW,
          few,
          many,
          nanos,
          nanos / few);
    }
  }

  private static double nanosAnObject(Graph kind, int objects) {
    ObjectGraph graph = ObjectGraph.open();
    Object value = kind.build(objects);
    long met = graph.footprint(value).objects().items();
    double[] nanos = new double[CALLS];
    for (int i = -CALLS; i < CALLS; i++) {
      System.gc();
      long start = System.nanoTime();
      graph.sizeOf(value);
      if (i >= 0) {
        nanos[i] = (double) (System.nanoTime() - start) / met;
      }
    }
    Arrays.sort(nanos);
    return nanos[CALLS / 2];
  }
}
