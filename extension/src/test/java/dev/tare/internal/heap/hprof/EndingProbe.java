package dev.tare.internal.heap.hprof;

import java.lang.ref.WeakReference;
import java.util.List;

/** Ends this JVM during the search in a heap dump, in the way that the argument names. */
final class EndingProbe {

  /** A way to end a JVM. */
  enum Way {
    /** Orderly, as after a signal such as SIGTERM. */
    EXIT {
      @Override
      void end() {
        System.exit(0);
      }
    },
    /** At once, as if it were killed: no shutdown hook runs. */
    HALT {
      @Override
      void end() {
        Runtime.getRuntime().halt(0);
      }
    };

    abstract void end();
  }

  private EndingProbe() {}

  public static void main(String[] arguments) {
    List<WeakReference<Object>> targets = List.of(new WeakReference<>(null));
    try (DumpSearch search = DumpSearch.open(targets, List.of(), false)) {
      System.out.println(search.file());
      Way.valueOf(arguments[0]).end();
    }
  }
}
