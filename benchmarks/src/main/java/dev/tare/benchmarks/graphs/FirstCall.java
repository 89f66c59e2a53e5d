package dev.tare.benchmarks.graphs;

import dev.tare.heap.ObjectGraph;
import dev.tare.internal.agent.Agent;

/** What the first answer of a JVM takes, apart from what it takes to load the agent. */
public final class FirstCall {

  private FirstCall() {}

  /** Prints nanoseconds: of the agent, and of the answer for some 200 objects. */
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
