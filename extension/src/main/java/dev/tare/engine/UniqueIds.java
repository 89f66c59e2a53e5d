package dev.tare.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.UniqueId;

/** Reads back the unique ids of our tests, which are Jupiter's below an engine of another name. */
final class UniqueIds {

  private UniqueIds() {}

  /**
   * The tests that an id stands for: those of a class, a method, or some invocations of it.
   *
   * @return empty if there is no such class or method (any more)
   */
  static Optional<List<MeasuredTest>> resolve(UniqueId id, UniqueId engine) {
    List<UniqueId.Segment> all = id.getSegments();
    List<UniqueId.Segment> segments = all.subList(engine.getSegments().size(), all.size());
    if (segments.isEmpty()) {
      return Optional.of(List.of()); // the engine itself selects none, as with Jupiter
    }
    List<Class<?>> classes = List.of();
    for (int i = 0; i < segments.size(); i++) {
      UniqueId.Segment segment = segments.get(i);
      switch (segment.getType()) {
        case "class", "class-template" -> classes = standalone(segment.getValue());
        case "nested-class", "nested-class-template" ->
            classes = nested(classes, segment.getValue());
        case "class-template-invocation" -> {} // a class template runs all its invocations
        default -> {
          return method(classes, segments.subList(i, segments.size()));
        }
      }
      if (classes.isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of(MeasuredTest.allIn(classes));
  }

  private static List<Class<?>> standalone(String name) {
    return ReflectionSupport.tryToLoadClass(name)
        .toOptional()
        .filter(TestClasses::isStandalone)
        .<List<Class<?>>>map(List::of)
        .orElse(List.of());
  }

  private static List<Class<?>> nested(List<Class<?>> classes, String simpleName) {
    return TestClasses.nestedIn(classes.get(classes.size() - 1)).stream()
        .filter(type -> type.getSimpleName().equals(simpleName))
        .findFirst()
        .map(type -> TestClasses.append(classes, type))
        .orElse(List.of());
  }

  private static Optional<List<MeasuredTest>> method(
      List<Class<?>> classes, List<UniqueId.Segment> segments) {
    String signature = segments.get(0).getValue();
    return classes.stream()
        .skip(Math.max(0, classes.size() - 1))
        .flatMap(type -> AnnotatedMethods.of(type).stream())
        .filter(method -> AnnotatedMethods.signature(method).equals(signature))
        .findFirst()
        .map(method -> List.of(new MeasuredTest(classes, method, iterations(segments))));
  }

  private static Set<Integer> iterations(List<UniqueId.Segment> segments) {
    return segments.size() > 1 && segments.get(1).getType().equals("test-template-invocation")
        ? Set.of(Integer.parseInt(segments.get(1).getValue().substring(1)) - 1)
        : Set.of();
  }
}
