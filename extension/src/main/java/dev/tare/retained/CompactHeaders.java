package dev.tare.retained;

import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ObjectLayout;
import dev.tare.heap.UnweighableException;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.function.Function;

/** Phrase on whether a value would be within an exceeded budget under compact headers. */
final class CompactHeaders {

  private CompactHeaders() {}

  /**
   * Returns one phrase; none if the judged layout has compact headers already.
   *
   * @param graph the profiler that measured the value
   * @param sizeUnder computes the size under another layout
   */
  static List<String> phrases(
      ObjectGraph graph, Quantity limit, Function<ObjectLayout, DataSize> sizeUnder) {
    ObjectLayout judged = graph.objectLayout();
    if (judged.headerBytes() == ObjectLayout.COMPACT.headerBytes()) {
      return List.of();
    }
    try {
      DataSize size = sizeUnder.apply(judged.withCompactHeaders());
      String verdict = size.compare(limit) > 0 ? "still over" : "within";
      return List.of("under compact headers %s: %s".formatted(size.exact(), verdict));
    } catch (UnweighableException e) {
      return List.of("under compact headers unknown: " + e.reason());
    }
  }
}
