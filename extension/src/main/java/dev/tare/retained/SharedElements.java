package dev.tare.retained;

import dev.tare.heap.Footprint;
import dev.tare.heap.Footprint.ClassRow;
import dev.tare.heap.RetainedFootprint;
import dev.tare.internal.agent.JdkModules;
import dev.tare.model.Remark;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Remark on a collection, array or other container whose elements are all held elsewhere, so that
 * the figure is only that of the container: a list of entities that a persistence context holds.
 *
 * <p>Objects of the JDK say nothing about elements, since boxes and common strings are shared by
 * design.
 */
final class SharedElements {

  private SharedElements() {}

  /**
   * Returns the remark. There is none if an object of the application counts, or if the container
   * outweighs what is held elsewhere.
   */
  static Optional<Remark> remark(Object value, RetainedFootprint retention) {
    Class<?> type = value.getClass();
    boolean isContainer = type.isArray() || JdkModules.isOfTheJdk(type);
    if (!isContainer
        || retention.retained().bytes() > retention.shared().bytes()
        || ofApplication(retention.retained()).findAny().isPresent()) {
      return Optional.empty();
    }
    return ofApplication(retention.shared())
        .min(Comparator.comparingLong(SharedElements::steps))
        .map(
            elements ->
                Remark.of(
                    Remark.HELD_ELSEWHERE,
                    "{objects} x {type} at {where} do not count, since others hold them;"
                        + " kind = REACHABLE counts them",
                    elements.objects(),
                    elements.type(),
                    elements.path()));
  }

  private static Stream<ClassRow> ofApplication(Footprint footprint) {
    return footprint.rows().stream()
        .filter(row -> !row.type().endsWith("[]") && !JdkModules.isOfTheJdk(row.type()));
  }

  private static long steps(ClassRow row) {
    return row.path().chars().filter(character -> character == '.' || character == '[').count();
  }
}
