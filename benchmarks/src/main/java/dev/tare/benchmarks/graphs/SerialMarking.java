package dev.tare.benchmarks.graphs;

import dev.tare.heap.ObjectGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Time of a walk beside that in which the serial collector marks the live objects of a heap that
 * holds little more than the same graph, in turns. The collector writes it to its log.
 */
public final class SerialMarking {

  private static final int CALLS = 7;
  private static final int WARM_UPS = 5;
  private static final Pattern MARKED = Pattern.compile("Mark live objects ([0-9.]+)ms");

  private SerialMarking() {}

  /** Takes the part of the full size, 4 for a quarter, and the file of the collector's log. */
  public static void main(String[] arguments) throws IOException {
    int share = Integer.parseInt(arguments[0]);
    Path log = Path.of(arguments[1]);
    double product = 1;
    List<Graph> graphs = Arrays.stream(Graph.values()).filter(one -> one != Graph.NULLS).toList();
    for (Graph kind : graphs) {
      Object value = kind.build(kind.objects / share);
      double walked = walked(value);
      double marked = marked(log);
      product *= walked / marked;
      System.out.printf(
          Locale.ROOT,
          "  %-30s marked in %8.2f ms, sizeOf %8.2f ms, %.2f times%n",
          kind.title,
          marked,
          walked,
          walked / marked);
    }
    System.out.printf(
        Locale.ROOT, "geometric mean: %.2f times%n", Math.pow(product, 1.0 / graphs.size()));
  }

  /** Returns the median of the milliseconds of walks, with a collection before each. */
  private static double walked(Object value) {
    ObjectGraph graph = ObjectGraph.open();
    double[] millis = new double[CALLS];
    for (int i = -WARM_UPS; i < CALLS; i++) {
      System.gc();
      long start = System.nanoTime();
      graph.sizeOf(value);
      if (i >= 0) {
        millis[i] = (System.nanoTime() - start) / 1e6;
      }
    }
    return median(millis);
  }

  /** Returns the median of the milliseconds of the last collections. */
  private static double marked(Path log) throws IOException {
    double[] millis =
        MARKED
            .matcher(Files.readString(log))
            .results()
            .map(found -> found.group(1))
            .mapToDouble(Double::parseDouble)
            .toArray();
    return median(Arrays.copyOfRange(millis, millis.length - CALLS, millis.length));
  }

  private static double median(double[] millis) {
    Arrays.sort(millis);
    return millis[millis.length / 2];
  }
}
