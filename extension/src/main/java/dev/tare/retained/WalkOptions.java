package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.heap.ObjectGraph;
import java.util.List;

/**
 * Options of the walk of a value.
 *
 * @param ignoring types that are neither counted nor followed
 * @param layout the layout that sizes are computed for
 * @param maxObjects the largest number of objects; {@link Configuration#NO_LIMIT} for no limit
 */
record WalkOptions(List<Class<?>> ignoring, JudgedLayout layout, long maxObjects) {

  /** Returns a profiler with these options. */
  ObjectGraph open() {
    ObjectGraph graph = ObjectGraph.open();
    if (!ignoring.isEmpty()) {
      graph = graph.ignoring(ignoring.toArray(Class<?>[]::new));
    }
    if (layout != JudgedLayout.RUNNING) {
      graph = graph.withLayout(layout.objects());
    }
    return maxObjects == Configuration.NO_LIMIT ? graph : graph.withObjectLimit(maxObjects);
  }
}
