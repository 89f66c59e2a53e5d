package dev.tare.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.UniqueId;

/** Resolves unique ids in Jupiter's form, below any engine. */
final class UniqueIds {

  private UniqueIds() {}

  /**
   * The class or element that an id identifies.
   *
   * @param classes the enclosing classes and the test class
   * @param element name and parameter types of a method; null for the whole class
   * @param iterations indexes, from 0, of the invocations; empty for all
   */
  record SelectedElement(
      List<Class<?>> classes, @Nullable String element, Set<Integer> iterations) {

    /** Returns the selected tests; for a whole class, those of its nested classes too. */
    List<MeasuredTest> tests() {
      if (element == null) {
        return MeasuredTest.allIn(classes);
      }
      return AnnotatedMethods.of(testClass()).stream()
          .filter(method -> AnnotatedMethods.signature(method).equals(element))
          .map(method -> new MeasuredTest(classes, method, iterations))
          .toList();
    }

    Class<?> testClass() {
      return classes.get(classes.size() - 1);
    }
  }

  /**
   * Returns the class or element that an id identifies.
   *
   * @param segments the segments below the engine
   * @return empty if the id names no class, or one that does not exist
   */
  static Optional<SelectedElement> resolve(List<UniqueId.Segment> segments) {
    List<Class<?>> classes = List.of();
    for (int i = 0; i < segments.size(); i++) {
      UniqueId.Segment segment = segments.get(i);
      switch (segment.getType()) {
        case "class", "class-template" -> classes = standalone(segment.getValue());
        case "nested-class", "nested-class-template" ->
            classes = nested(classes, segment.getValue());
        case "failed-class" -> classes = withEnclosing(segment.getValue());
        case "class-template-invocation" -> {} // a class template runs all its invocations
        default -> {
          return classes.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new SelectedElement(
                      classes,
                      segment.getValue(),
                      iterations(segments.subList(i, segments.size()))));
        }
      }
      if (classes.isEmpty()) {
        return Optional.empty();
      }
    }
    return classes.isEmpty()
        ? Optional.empty()
        : Optional.of(new SelectedElement(classes, null, Set.of()));
  }

  private static List<Class<?>> standalone(String name) {
    return ReflectionSupport.tryToLoadClass(name)
        .toOptional()
        .filter(TestClasses::isStandalone)
        .<List<Class<?>>>map(List::of)
        .orElse(List.of());
  }

  private static List<Class<?>> withEnclosing(String name) {
    return ReflectionSupport.tryToLoadClass(name)
        .toOptional()
        .<List<Class<?>>>map(TestClasses::withEnclosing)
        .orElse(List.of());
  }

  private static List<Class<?>> nested(List<Class<?>> classes, String simpleName) {
    return classes.isEmpty()
        ? List.of()
        : TestClasses.nestedIn(classes.get(classes.size() - 1)).stream()
            .filter(type -> type.getSimpleName().equals(simpleName))
            .findFirst()
            .map(type -> TestClasses.append(classes, type))
            .orElse(List.of());
  }

  private static Set<Integer> iterations(List<UniqueId.Segment> segments) {
    return segments.size() > 1 && segments.get(1).getType().equals("test-template-invocation")
        ? Set.of(Integer.parseInt(segments.get(1).getValue().substring(1)) - 1)
        : Set.of();
  }
}
