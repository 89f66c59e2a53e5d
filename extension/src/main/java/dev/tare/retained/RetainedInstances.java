package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import java.util.List;
import java.util.Locale;

/** Metric of the number of objects of a type that a value retains. */
final class RetainedInstances implements Metric<MaxInstances> {

  private static final List<Class<?>> NEVER_COUNTED =
      List.of(Class.class, ClassLoader.class, Module.class, Thread.class, Enum.class);

  @Override
  public MeasurementPlan read(
      MaxInstances annotation, Subject.Site site, Configuration configuration) {
    check(annotation);
    Figure figure = figure(annotation.kind(), annotation.type());
    return MeasurementPlan.of(
            List.of(Budget.atMost(figure, new Count(annotation.value()))),
            Schedule.ONCE,
            new InstanceMeter(
                annotation.type(),
                annotation.kind(),
                new WalkOptions(List.of(annotation.ignoring()), JudgedLayout.RUNNING)::open,
                configuration.breakdown()))
        .with(MeasurementPlan.Trait.WEIGHS_VALUES)
        .withOrder(110);
  }

  private static void check(MaxInstances annotation) {
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
    if (annotation.kind() == Kind.OFF_HEAP) {
      throw new IllegalArgumentException(
          "kind = OFF_HEAP: objects are in the heap; to limit the memory that they own outside it, use"
              + " @MaxRetainedSize(value = \"1 MiB\", kind = Kind.OFF_HEAP)");
    }
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

  static Figure figure(Kind kind, Class<?> type) {
    String word = kind.name().toLowerCase(Locale.ROOT);
    return new Figure(word + "-instances", word + " " + type.getSimpleName() + " objects", true);
  }
}
