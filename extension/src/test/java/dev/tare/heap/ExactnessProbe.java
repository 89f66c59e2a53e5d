package dev.tare.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Compares the walker with the oracle in a JVM of its own, on the hard cases and on generated
 * graphs. Arguments: the number of graphs and the seed. It prints the number of comparisons and the
 * differences.
 */
public final class ExactnessProbe {

  private final Oracle oracle = new Oracle();
  private final ObjectGraph graph = ObjectGraph.open();
  private final List<String> wrong = new ArrayList<>();
  private int graphs;
  private long objects;

  private ExactnessProbe() {}

  public static void main(String[] arguments) throws Exception {
    ExactnessProbe probe = new ExactnessProbe();
    for (Arguments hard : HardCases.all().toList()) {
      probe.compare(String.valueOf(hard.get()[0]), hard.get()[1]);
    }
    GeneratedGraphs generated = new GeneratedGraphs(Long.parseLong(arguments[1]));
    for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
      probe.compare("generated graph " + i, generated.next());
    }
    System.out.printf(
        Locale.ROOT,
        "%d deviations on %,d graphs of %,d objects, %s%n%s",
        probe.wrong.size(),
        probe.graphs,
        probe.objects,
        probe.graph.layout(),
        String.join("\n", probe.wrong));
  }

  private void compare(String name, Object value) {
    Set<Object> reachable = oracle.reachable(value);
    long expected = reachable.stream().mapToLong(oracle::shallowSizeOf).sum();
    graphs++;
    objects += reachable.size();
    differs(name + ", sizeOf", expected, graph.sizeOf(value));
    Footprint footprint = graph.footprint(value);
    differs(name + ", footprint", expected, footprint.bytes());
    differs(name + ", objects", reachable.size(), footprint.objects().items());
    differs(name + ", paths", expected, graph.paths(value).bytes());
    ProfileNode root = graph.profile(value);
    differs(name + ", profile", expected, root.size());
    if (graphs % 20 == 0) {
      differs(name + ", dominated by the root", expected, root.retainedSize());
    }
  }

  private void differs(String what, long expected, long actual) {
    if (actual != expected) {
      wrong.add(what + ": " + actual + " instead of " + expected);
    }
  }
}
