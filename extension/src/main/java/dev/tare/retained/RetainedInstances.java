package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.extension.HandedOver;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Metric of the number of objects of a type that a value retains. */
final class RetainedInstances implements Metric<MaxInstances> {

  private static final List<Class<?>> NEVER_COUNTED =
      List.of(Class.class, ClassLoader.class, Module.class, Thread.class, Enum.class);

  @Override
  public void check(MaxInstances annotation, Subject.Site site) {
    Class<?> type = annotation.type();
    String text = "type = " + type.getSimpleName() + ".class: ";
    if (type.isPrimitive()) {
      throw new IllegalArgumentException(
          text
              + "no object is of a primitive type; name a class, for example type = "
              + (type == void.class ? "String" : type.getSimpleName() + "[]")
              + ".class");
    }
    if (type.isAnnotation()
        || NEVER_COUNTED.stream().anyMatch(excluded -> excluded.isAssignableFrom(type))) {
      throw new IllegalArgumentException(
          text
              + "classes, class loaders, modules, threads, enum constants and annotations belong to"
              + " the program and are never counted; name a type of values, for example type ="
              + " String.class");
    }
    requireLimit(annotation);
    RetainedSize.checkIgnoring(annotation.ignoring());
    for (Class<?> ignored : annotation.ignoring()) {
      if (ignored.isAssignableFrom(type)) {
        throw new IllegalArgumentException(
            "ignoring = %s.class leaves out what type = %s.class counts; leave out one of them"
                .formatted(ignored.getSimpleName(), type.getSimpleName()));
      }
    }
  }

  private static void requireLimit(MaxInstances annotation) {
    if (annotation.value() < 0) {
      throw new IllegalArgumentException(
          "value = %s: a count cannot be negative; for none, value = 0"
              .formatted(annotation.value()));
    }
  }

  @Override
  public Object about(MaxInstances annotation) {
    return List.of(annotation.type(), annotation.kind());
  }

  @Override
  public List<Budget> budgets(MaxInstances annotation, Configuration configuration) {
    return List.of(
        Budget.atMost(figure(annotation.kind(), annotation.type()), new Count(annotation.value())));
  }

  static Figure figure(Kind kind, Class<?> type) {
    String word = kind.name().toLowerCase(Locale.ROOT);
    return new Figure(word + "-instances", word + " " + type.getSimpleName() + " objects", true);
  }

  @Override
  public Schedule schedule(MaxInstances annotation, Configuration configuration) {
    return new Schedule(0, 1, false);
  }

  @Override
  public Meter meter(MaxInstances annotation, Configuration configuration) {
    Configuration.Breakdown mode = annotation.breakdown();
    return new InstanceMeter(
        annotation.type(),
        annotation.subtypes(),
        annotation.kind(),
        new WalkOptions(
                List.of(annotation.ignoring()), JudgedLayout.RUNNING, configuration.walkedObjects())
            ::open,
        mode == Configuration.Breakdown.UNSET ? configuration.breakdown() : mode);
  }

  @Override
  public int order() {
    return 110;
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
