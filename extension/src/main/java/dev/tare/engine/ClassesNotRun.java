package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.internal.jupiter.Preparations;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;

/** Finds the member classes of a test class that JUnit does not run although they are annotated. */
final class ClassesNotRun {

  private ClassesNotRun() {}

  /**
   * One member class.
   *
   * @param annotation the first annotation of Tare in it, as it stands in the source
   * @param reason why JUnit does not run the class, and what to write instead
   */
  record NotRun(Class<?> type, String annotation, String reason) {}

  /**
   * Returns the annotated classes that JUnit does not run, of the class itself and of those that it
   * extends. A class that another one extends is left out if JUnit runs the other one: the
   * annotations are judged there.
   */
  static List<NotRun> in(Class<?> testClass) {
    List<NotRun> found = new ArrayList<>();
    for (Class<?> declaring : TypeHierarchy.nearestFirst(testClass)) {
      for (Class<?> member : membersOf(declaring)) {
        reason(member)
            .ifPresent(
                reason ->
                    annotationIn(member)
                        .filter(annotation -> !isExtended(member, testClass))
                        .ifPresent(
                            annotation -> found.add(new NotRun(member, annotation, reason))));
      }
    }
    return found;
  }

  /**
   * Returns why JUnit does not run a member class; empty if it does, or may run one that extends
   * it.
   */
  private static Optional<String> reason(Class<?> type) {
    if (isRun(type)) {
      return Optional.empty();
    }
    String example =
        (Modifier.isStatic(type.getModifiers()) ? "static class " : "@Nested class ")
            + type.getSimpleName();
    if (Modifier.isPrivate(type.getModifiers())) {
      return Optional.of(
          "JUnit does not run a private class; leave private out, for example \"%s\""
              .formatted(example));
    }
    if (Modifier.isAbstract(type.getModifiers())) {
      return isAnnotated(type, Nested.class)
          ? Optional.of(
              "JUnit does not run an abstract class, and no class here that it runs extends this one; leave abstract out, for example \"%s\""
                  .formatted(example))
          : Optional.empty();
    }
    return Optional.of(
        "JUnit does not run the tests of this inner class; annotate the class, for example \"%s\""
            .formatted(example));
  }

  private static boolean isRun(Class<?> type) {
    return TestClasses.isStandalone(type) || TestClasses.isNested(type);
  }

  private static boolean isExtended(Class<?> type, Class<?> testClass) {
    Set<Class<?>> around = new LinkedHashSet<>();
    for (Class<?> declaring : TypeHierarchy.nearestFirst(testClass)) {
      addMembers(outermost(declaring), around);
    }
    return around.stream()
        .anyMatch(other -> other != type && type.isAssignableFrom(other) && isRun(other));
  }

  private static Class<?> outermost(Class<?> type) {
    Class<?> outer = type;
    while (outer.getEnclosingClass() != null) {
      outer = outer.getEnclosingClass();
    }
    return outer;
  }

  private static void addMembers(Class<?> type, Set<Class<?>> members) {
    for (Class<?> member : membersOf(type)) {
      if (members.add(member)) {
        addMembers(member, members);
      }
    }
  }

  /** Returns an annotation of Tare in a class, inherited or of an inner class included. */
  private static Optional<String> annotationIn(Class<?> type) {
    try {
      return Stream.concat(
              TypeHierarchy.nearestFirst(type).stream()
                  .flatMap(ClassesNotRun::elements)
                  .map(ClassesNotRun::annotationOn),
              membersOf(type).stream()
                  .filter(member -> !TestClasses.isStandalone(member))
                  .map(ClassesNotRun::annotationIn))
          .flatMap(Optional::stream)
          .findFirst();
    } catch (LinkageError e) {
      return Optional.empty(); // not even its members can be read, so it has never been a test
    }
  }

  private static Stream<AnnotatedElement> elements(Class<?> type) {
    List<AnnotatedElement> elements = new ArrayList<>(List.of(type));
    elements.addAll(List.of(type.getDeclaredFields()));
    elements.addAll(List.of(type.getDeclaredMethods()));
    elements.addAll(List.of(type.getDeclaredConstructors()));
    for (AnnotatedElement element : List.copyOf(elements)) {
      if (element instanceof Executable executable && executable.getParameterCount() > 0) {
        elements.addAll(List.of(executable.getParameters()));
      }
    }
    return elements.stream();
  }

  private static Optional<String> annotationOn(AnnotatedElement element) {
    return Preparations.textOn(element).or(() -> MeasuredAnnotations.textOn(element));
  }

  private static List<Class<?>> membersOf(Class<?> type) {
    try {
      return List.of(type.getDeclaredClasses());
    } catch (LinkageError e) {
      return List.of(); // JUnit does not find them either
    }
  }
}
