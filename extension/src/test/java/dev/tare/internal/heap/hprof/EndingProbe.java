package dev.tare.internal.heap.hprof;

import java.lang.ref.WeakReference;
import java.util.List;

/** Ends this JVM before the search in a heap dump has ended, in the way that the argument names. */
final class EndingProbe {

  /** A way to end a JVM. */
  enum Way {
    /** As a signal does that asks it to end. */
    EXIT {
      @Override
      void end() {
        System.exit(0);
      }
    },
    /** As if it were killed: nothing of it runs any more. */
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
