package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import java.util.List;

/** Metric of the bytes that a value retains. */
final class RetainedSize implements Metric<MaxRetainedSize> {

  static final Figure RETAINED = new Figure("retained-size", "retained size", false);
  static final Figure REACHABLE = new Figure("reachable-size", "reachable size", false);
  static final Figure OFF_HEAP = new Figure("off-heap-size", "off-heap size", false);

  @Override
  public MeasurementPlan read(
      MaxRetainedSize annotation, Subject.Site site, Configuration configuration) {
    checkIgnoring(annotation.ignoring());
    checkLayout(annotation);
    Budget limit = configuration.bytesAtMost(figure(annotation.kind()), annotation.value());
    return MeasurementPlan.of(
            List.of(limit),
            Schedule.ONCE,
            new SizeMeter(
                annotation.kind(),
                new WalkOptions(List.of(annotation.ignoring()), annotation.layout())::open,
                configuration.breakdown()))
        .with(MeasurementPlan.Trait.WEIGHS_VALUES)
        .withOrder(100);
  }

  private static void checkLayout(MaxRetainedSize annotation) {
    if (annotation.kind() == Kind.OFF_HEAP && annotation.layout() != JudgedLayout.RUNNING) {
      throw new IllegalArgumentException(
          "layout = %s: memory outside the heap is the same under every layout; leave out layout"
              .formatted(annotation.layout()));
    }
  }

  static void checkIgnoring(Class<?>... types) {
    for (Class<?> type : types) {
      if (type.isPrimitive()) {
        throw new IllegalArgumentException(
            "ignoring = %s.class: no object is of a primitive type; name a class or interface,"
                    .formatted(type)
                + " for example ignoring = java.util.logging.Logger.class");
      }
    }
  }

  static Figure figure(Kind kind) {
    return switch (kind) {
      case RETAINED -> RETAINED;
      case REACHABLE -> REACHABLE;
      case OFF_HEAP -> OFF_HEAP;
    };
  }
}
