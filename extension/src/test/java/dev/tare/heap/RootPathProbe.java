package dev.tare.heap;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints the path to an object at the end of a chain. */
final class RootPathProbe {

  private static final Map<Integer, Node> HELD = new HashMap<>();

  private static final class Node {
    @SuppressWarnings("unused") // only the walk reads it
    @Nullable Node next;
  }

  private RootPathProbe() {}

  public static void main(String[] arguments) {
    Node last = new Node();
    Node middle = new Node();
    middle.next = last;
    Node first = new Node();
    first.next = middle;
    HELD.put(1, first);
    try {
      System.out.println(ObjectGraph.open().pathTo(last).orElseThrow().description());
    } catch (UnweighableException e) {
      System.out.println(e.getMessage());
    }
  }
}
