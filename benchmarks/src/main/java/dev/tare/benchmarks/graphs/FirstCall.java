package dev.tare.benchmarks.graphs;

import dev.tare.heap.ObjectGraph;
import dev.tare.internal.agent.Agent;

/** Time of the first size in a JVM, and of loading the agent. */
public final class FirstCall {

  private FirstCall() {}

  /** Prints nanoseconds: of loading the agent, and of the size of some 200 objects. */
  public static void main(String[] arguments) {
    Object value = Graph.HASH_MAP.build(200);
    long start = System.nanoTime();
    Agent.access();
    long loaded = System.nanoTime();
    long bytes = ObjectGraph.open().sizeOf(value);
    long answered = System.nanoTime();
    if (bytes < 200 * 16) {
      throw new IllegalStateException("200 objects of " + bytes + " B");
    }
    System.out.println((loaded - start) + " " + (answered - loaded));
  }
}
