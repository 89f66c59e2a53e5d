package dev.tare.invocations;

import dev.tare.extension.Configuration;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.record.CallCounting;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The metric of {@link MaxInvocations}: the number of calls of a method. */
final class Invocations implements Metric<MaxInvocations> {

  private static final int SHOWN_NAMES = 3;

  private static Figure figure(MaxInvocations annotation) {
    return new Figure(
        "invocations",
        "invocations of %s.%s()".formatted(name(annotation.type()), annotation.method()),
        true);
  }

  private static String name(Class<?> type) {
    return type.getSimpleName();
  }

  @Override
  public Object about(MaxInvocations annotation) {
    return List.of(annotation.type(), annotation.method());
  }

  @Override
  public void check(MaxInvocations annotation, Subject.Site site) {
    Class<?> type = annotation.type();
    List<Method> named =
        methods(type).filter(method -> method.getName().equals(annotation.method())).toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "method = \"%s\": %s has no such method, for example %s"
              .formatted(annotation.method(), name(type), examples(type)));
    }
    if (named.stream().allMatch(method -> Modifier.isNative(method.getModifiers()))) {
      throw new IllegalArgumentException(
          "method = \"%s\": the method is native and its calls cannot be counted; name the one that"
                  .formatted(annotation.method())
              + " calls it");
    }
    if (named.stream().allMatch(CallCounting::isUncountable)) {
      throw new IllegalArgumentException(
          "method = \"%s\": the JVM may run instructions of its own in place of the method, and its"
                  .formatted(annotation.method())
              + " calls cannot be counted; name the one that calls it");
    }
  }

  private static String examples(Class<?> type) {
    Set<String> names =
        methods(type)
            .filter(method -> !method.isSynthetic())
            .map(Method::getName)
            .sorted()
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return names.isEmpty()
        ? "name another type"
        : names.stream()
            .limit(SHOWN_NAMES)
            .map(name -> "method = \"" + name + "\"")
            .collect(Collectors.joining(" or "));
  }

  private static Stream<Method> methods(Class<?> type) {
    Stream<Method> found = Arrays.stream(type.getMethods());
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      found = Stream.concat(Arrays.stream(at.getDeclaredMethods()), found);
    }
    return found.filter(method -> method.getDeclaringClass() != Object.class);
  }

  @Override
  public List<Budget> budgets(MaxInvocations annotation, Configuration configuration) {
    return List.of(Budget.atMost(figure(annotation), new Count(annotation.value())));
  }

  @Override
  public Schedule schedule(MaxInvocations annotation, Configuration configuration) {
    return new Schedule(0, 1, false);
  }

  @Override
  public Meter meter(MaxInvocations annotation, Configuration configuration) {
    Configuration.Breakdown chosen = annotation.breakdown();
    return new InvocationMeter(
        annotation.type(),
        annotation.method(),
        chosen == Configuration.Breakdown.UNSET ? configuration.breakdown() : chosen);
  }

  @Override
  public int order() {
    return 150;
  }
}
