package dev.tare.retained;

import dev.tare.heap.ObjectGraph;
import java.util.List;

/**
 * Options of the walk of a value.
 *
 * @param ignoring types that are neither counted nor followed
 * @param layout the layout that sizes are computed for
 */
record WalkOptions(List<Class<?>> ignoring, JudgedLayout layout) {

  WalkOptions {
    ignoring = List.copyOf(ignoring);
  }

  /** Refuses types that no object has. */
  static void checkIgnoring(List<Class<?>> types) {
    for (Class<?> type : types) {
      if (type.isPrimitive()) {
        throw new IllegalArgumentException(
            "ignoring = %s.class: no object is of a primitive type; name a class or interface,"
                    .formatted(type)
                + " for example ignoring = java.util.logging.Logger.class");
      }
    }
  }

  /** Returns a profiler with these options. */
  ObjectGraph open() {
    ObjectGraph graph = ObjectGraph.open();
    if (!ignoring.isEmpty()) {
      graph = graph.ignoring(ignoring.toArray(Class<?>[]::new));
    }
    if (layout != JudgedLayout.RUNNING) {
      graph = graph.withLayout(layout.objects());
    }
    return graph;
  }
}
