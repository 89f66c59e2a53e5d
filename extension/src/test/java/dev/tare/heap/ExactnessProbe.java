package dev.tare.heap;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/** Compares the walker with the oracle in a JVM of its own and prints what differs. */
public final class ExactnessProbe {

  private ExactnessProbe() {}

  public static void main(String[] arguments) throws Exception {
    Oracle oracle = new Oracle();
    ObjectGraph graph = ObjectGraph.open();
    List<String> wrong = new ArrayList<>();
    for (Arguments hard : HardCases.all().toList()) {
      compare(String.valueOf(hard.get()[0]), hard.get()[1], graph, oracle, wrong);
    }
    GeneratedGraphs graphs = new GeneratedGraphs(42);
    for (int i = 0; i < 50; i++) {
      compare("graph " + i + " of seed 42", graphs.next(), graph, oracle, wrong);
    }
    System.out.println(wrong.isEmpty() ? "all equal in " + graph.layout() : wrong.toString());
  }

  private static void compare(
      String name, Object value, ObjectGraph graph, Oracle oracle, List<String> wrong) {
    long truth = oracle.sizeOf(value);
    long weighed = graph.sizeOf(value);
    long byPath = graph.paths(value).size().bytes();
    ProfileNode root = graph.profile(value);
    if (weighed != truth || byPath != truth || root.size() != truth) {
      wrong.add(name + ": " + weighed + ", " + byPath + ", " + root + " instead of " + truth);
    }
    if (root.retainedSize() != truth) {
      wrong.add(name + ": " + root.retainedSize() + " retained instead of " + truth);
    }
  }
}
