package dev.tare.internal.heap.hprof;

import dev.tare.heap.RootPath;
import java.lang.ref.WeakReference;
import java.util.List;

/** Prints the path to an error that the JVM has created in advance, for when memory runs out. */
final class JniReferenceProbe {

  private JniReferenceProbe() {}

  public static void main(String[] arguments) {
    WeakReference<Object> previous = error();
    WeakReference<Object> error = error();
    for (int i = 0; i < 100 && error.get() != previous.get(); i++) {
      previous = error;
      error = error();
    }
    try (DumpSearch search = DumpSearch.open(List.of(error), List.of(), false)) {
      System.out.println(
          search.paths(false, false, 1).get(0).map(RootPath::description).orElse("none"));
    }
  }

  private static WeakReference<Object> error() {
    try {
      return new WeakReference<>(new long[Integer.MAX_VALUE]); // longer than any array
    } catch (OutOfMemoryError e) {
      return new WeakReference<>(e);
    }
  }
}
