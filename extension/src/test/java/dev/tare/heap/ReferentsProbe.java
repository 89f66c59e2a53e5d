package dev.tare.heap;

import java.lang.ref.WeakReference;

/** Follows referents in a JVM of its own and prints the result. */
public final class ReferentsProbe {

  private ReferentsProbe() {}

  public static void main(String[] arguments) {
    try {
      ObjectGraph.open().withReferentsOf(WeakReference.class);
      System.out.println("followed");
    } catch (UnweighableException e) {
      System.out.println(e.getMessage());
    }
  }
}
