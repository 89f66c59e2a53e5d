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
