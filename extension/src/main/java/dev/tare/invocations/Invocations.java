package dev.tare.invocations;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.record.CountedMethods;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The metric of {@link MaxInvocations}: the number of calls of a method. */
final class Invocations implements Metric<MaxInvocations> {

  private static final int SHOWN_NAMES = 3;

  @Override
  public MeasurementPlan read(
      MaxInvocations annotation, Subject.Site site, Configuration configuration) {
    Class<?> type = annotation.type();
    checkMethod(type, annotation.method());
    Figure figure =
        new Figure(
            "invocations",
            "invocations of %s.%s()".formatted(name(type), annotation.method()),
            true);
    return MeasurementPlan.of(
            List.of(Budget.atMost(figure, new Count(annotation.value()))),
            Schedule.ONCE,
            new InvocationMeter(type, annotation.method(), configuration.breakdown()))
        .withOrder(150);
  }

  private static void checkMethod(Class<?> type, String method) {
    List<Method> overloads =
        methods(type).filter(declared -> declared.getName().equals(method)).toList();
    if (overloads.isEmpty()) {
      throw refusal(method, missing(type, method));
    }
    if (overloads.stream().allMatch(found -> Modifier.isNative(found.getModifiers()))) {
      throw refusal(
          method,
          "the method is native and its calls cannot be counted; name the one that calls it");
    }
    if (overloads.stream().allMatch(CountedMethods::isUncountable)) {
      throw refusal(
          method,
          "the JVM may run instructions of its own in place of the method, and its calls cannot be"
              + " counted; name the one that calls it");
    }
  }

  private static IllegalArgumentException refusal(String method, String reason) {
    return new IllegalArgumentException("method = \"%s\": %s".formatted(method, reason));
  }

  private static String missing(Class<?> type, String method) {
    if (method.equals("<init>")) {
      return "constructors are not counted; limit the allocated objects of %s instead"
          .formatted(name(type));
    }
    return Arrays.stream(Object.class.getDeclaredMethods())
            .anyMatch(in -> in.getName().equals(method))
        ? "calls of methods of Object are not counted; name a type that overrides it"
        : "%s has no such method, for example %s".formatted(name(type), examples(type, method));
  }

  private static String name(Class<?> type) {
    return type.getSimpleName();
  }

  /** Returns names of methods, those first that contain the wrong name: {@code getPrice}. */
  private static String examples(Class<?> type, String wrong) {
    String part = wrong.toLowerCase(Locale.ROOT);
    Set<String> names =
        methods(type)
            .filter(method -> !method.isSynthetic() && !Modifier.isPrivate(method.getModifiers()))
            .map(Method::getName)
            .sorted(
                Comparator.comparing((String name) -> !name.toLowerCase(Locale.ROOT).contains(part))
                    .thenComparing(Comparator.naturalOrder()))
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
    for (Class<?> current = type;
        current != null && current != Object.class;
        current = current.getSuperclass()) {
      found = Stream.concat(Arrays.stream(current.getDeclaredMethods()), found);
    }
    return found.filter(method -> method.getDeclaringClass() != Object.class);
  }
}
