package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.internal.agent.KotlinFunction;
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
   * An annotated member class that JUnit does not run.
   *
   * @param annotation the first annotation of Tare in it, as the source has it
   * @param reason why JUnit does not run the class, and what to write instead
   */
  record SkippedClass(Class<?> type, String annotation, String reason) {}

  /**
   * Returns the annotated member classes of a class and its supertypes that JUnit does not run. A
   * class is left out if JUnit runs a class that extends it, since its annotations are judged
   * there.
   */
  static List<SkippedClass> in(Class<?> testClass) {
    List<SkippedClass> skipped = new ArrayList<>();
    for (Class<?> declaring : AnnotatedMethods.nearestFirst(testClass)) {
      for (Class<?> member : membersOf(declaring)) {
        Optional<String> reason = whySkipped(member);
        Optional<String> annotation = reason.isPresent() ? annotationIn(member) : Optional.empty();
        if (annotation.isPresent() && !isExtended(member, testClass)) {
          skipped.add(new SkippedClass(member, annotation.get(), reason.get()));
        }
      }
    }
    return skipped;
  }

  /**
   * Returns why JUnit does not run a member class; empty if JUnit runs it, or if it is an abstract
   * class without {@code @Nested}, which others may extend.
   */
  private static Optional<String> whySkipped(Class<?> type) {
    if (runsInJUnit(type)) {
      return Optional.empty();
    }
    String example = KotlinFunction.nestedClass(type);
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
    String reason =
        OtherEngines.testAnnotation(type)
            .map(
                annotation ->
                    "JUnit Jupiter does not run a class with @" + annotation.getTypeName())
            .orElse("JUnit does not run the tests of this inner class");
    return Optional.of("%s; annotate the class, for example \"%s\"".formatted(reason, example));
  }

  private static boolean runsInJUnit(Class<?> type) {
    return TestClasses.isStandalone(type) || TestClasses.isNested(type);
  }

  /** Returns whether JUnit runs a class around the test class that extends the type. */
  private static boolean isExtended(Class<?> type, Class<?> testClass) {
    Set<Class<?>> members = new LinkedHashSet<>();
    for (Class<?> declaring : AnnotatedMethods.nearestFirst(testClass)) {
      addMembers(outermost(declaring), members);
    }
    return members.stream()
        .anyMatch(other -> other != type && type.isAssignableFrom(other) && runsInJUnit(other));
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

  /** Returns the first annotation of Tare in a class, its supertypes and its inner classes. */
  private static Optional<String> annotationIn(Class<?> type) {
    try {
      return Stream.concat(
              AnnotatedMethods.nearestFirst(type).stream()
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
