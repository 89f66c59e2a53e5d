package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.extension.HandedOver;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Optional;

/** Metric of the bytes that a value retains. */
final class RetainedSize implements Metric<MaxRetainedSize> {

  static final Figure RETAINED = new Figure("retained-size", "retained size", false);
  static final Figure REACHABLE = new Figure("reachable-size", "reachable size", false);

  @Override
  public void check(MaxRetainedSize annotation, Subject.Site site) {
    checkIgnoring(annotation.ignoring());
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

  @Override
  public List<Budget> budgets(MaxRetainedSize annotation, Configuration configuration) {
    return List.of(Budget.atMost(figure(annotation.kind()), DataSize.parse(annotation.value())));
  }

  static Figure figure(Kind kind) {
    return switch (kind) {
      case RETAINED -> RETAINED;
      case REACHABLE -> REACHABLE;
    };
  }

  @Override
  public Schedule schedule(MaxRetainedSize annotation, Configuration configuration) {
    return new Schedule(0, 1, false);
  }

  @Override
  public Meter meter(MaxRetainedSize annotation, Configuration configuration) {
    Configuration.Breakdown mode = annotation.breakdown();
    return new SizeMeter(
        annotation.kind(),
        new WalkOptions(
                List.of(annotation.ignoring()), annotation.layout(), configuration.walkedObjects())
            ::open,
        mode == Configuration.Breakdown.UNSET ? configuration.breakdown() : mode);
  }

  @Override
  public int order() {
    return 100;
  }

  @Override
  public boolean weighsValues() {
    return true;
  }

  @Override
  public Optional<HandedOver> parameter(Class<?> type) {
    return type == Retained.class ? Optional.of(new Retained<>()) : Optional.empty();
  }
}
