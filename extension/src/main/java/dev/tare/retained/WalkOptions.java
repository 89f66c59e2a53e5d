package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.heap.ObjectGraph;
import java.util.List;

/**
 * How a value is walked.
 *
 * @param ignoring types that are left out
 * @param layout what sizes are of
 * @param maxObjects how many objects may be met; {@link Configuration#NO_LIMIT} for any number
 */
record WalkOptions(List<Class<?>> ignoring, JudgedLayout layout, long maxObjects) {

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
