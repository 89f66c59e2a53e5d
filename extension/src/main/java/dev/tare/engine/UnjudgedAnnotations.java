package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.extension.PreparesCalls;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.KotlinFunction;
import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.call.SourceLine;
import dev.tare.internal.jupiter.AnnotationPresence;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.internal.jupiter.Preparations;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Finds the annotations in a test class that no test would judge, so that they can be refused:
 * annotations on overridden methods, on parameters of methods that are no tests, in member classes
 * that JUnit does not run, and anywhere in a class without tests.
 */
final class UnjudgedAnnotations {

  private final Class<?> type;
  private final List<Class<?>> hierarchy;
  private final Map<String, Method> nearest;
  private final AnnotationPresence presence = new AnnotationPresence();
  private final boolean isOfOtherEngine;
  private final List<RefusedAnnotation> refused = new ArrayList<>();

  private UnjudgedAnnotations(Class<?> type) {
    this.type = type;
    this.hierarchy = AnnotatedMethods.nearestFirst(type);
    this.nearest = AnnotatedMethods.nearest(hierarchy);
    this.isOfOtherEngine = OtherEngines.runAllOf(type, nearest.values(), presence);
  }

  /**
   * One refused annotation.
   *
   * @param element its place in the class, unique there
   * @param method the method that instances run in its place; null if it is not on a method
   */
  record RefusedAnnotation(
      String element, @Nullable Method method, TareConfigurationException reason) {}

  /** Finds the unjudged annotations of one class; nested classes are searched separately. */
  static List<RefusedAnnotation> in(Class<?> type) {
    UnjudgedAnnotations unjudged = new UnjudgedAnnotations(type);
    unjudged.searchMethods(method -> true);
    unjudged.searchConstructors();
    unjudged.searchMemberClasses();
    unjudged.searchBeside();
    unjudged.searchPreparations(method -> true);
    unjudged.searchContainers(method -> true);
    unjudged.hierarchy.forEach(
        declaring -> unjudged.refuseEmptyContainer(declaring, declaring.getSimpleName(), null));
    unjudged.searchFields();
    return unjudged.refused;
  }

  /**
   * Finds the unjudged annotations that concern one method of a class: those on the methods that it
   * overrides and on its parameters, and those on constructors and fields, which are judged in each
   * of its tests.
   *
   * @param signature of the method, as {@link AnnotatedMethods#signature} has it
   */
  static List<RefusedAnnotation> of(Class<?> type, String signature) {
    UnjudgedAnnotations unjudged = new UnjudgedAnnotations(type);
    unjudged.searchMethods(
        method ->
            AnnotatedMethods.signature(method).equals(signature)
                || AnnotatedMethods.signature(unjudged.implementation(method)).equals(signature));
    unjudged.searchConstructors();
    Predicate<Method> hasSignature = method -> AnnotatedMethods.signature(method).equals(signature);
    unjudged.searchPreparations(hasSignature);
    unjudged.searchContainers(hasSignature);
    unjudged.searchFields();
    return unjudged.refused;
  }

  /** Finds the unjudged annotations on fields of one class. */
  static List<RefusedAnnotation> onFields(Class<?> type) {
    UnjudgedAnnotations unjudged = new UnjudgedAnnotations(type);
    unjudged.searchFields();
    return unjudged.refused;
  }

  private void searchMethods(Predicate<Method> wanted) {
    for (Class<?> declaring : hierarchy) {
      for (Method method : declaring.getDeclaredMethods()) {
        Optional<AnnotatedElement> annotated =
            method.isSynthetic() && !KotlinFunction.isReified(method)
                ? Optional.empty()
                : annotated(method);
        if (annotated.isPresent() && wanted.test(method)) {
          checkMethod(method, annotated.get());
        }
      }
    }
  }

  private void searchFields() {
    if (hasTests(type)) {
      searchHiddenFields();
    } else {
      searchClass();
    }
  }

  private Method implementation(Method method) {
    return AnnotatedMethods.implementation(nearest, method);
  }

  private void checkMethod(Method method, AnnotatedElement annotated) {
    Method implementation = implementation(method);
    if (implementation.equals(method)) {
      if (!isTest(method)) { // so only a parameter is annotated
        refuseParameter(annotated, method);
      } else if (annotated == method && !isRefusedByJupiter(method)) {
        KotlinFunction.whyNotRun(method, text(method))
            .or(() -> whyNotMeasured(method))
            .ifPresent(reason -> refuse(text(method), place(method), method, reason));
      }
    } else if (isInvisible(method, implementation)) {
      if (!isRunByJupiter(method)) {
        refuse(
            text(annotated),
            place(method),
            method,
            "it is package-private, and %s in %s does not override it, so this one would not run; rename one of them"
                .formatted(
                    place(implementation), implementation.getDeclaringClass().getPackageName()));
      }
    } else if (annotated(implementation).isEmpty()
        && !isAnnotated(implementation, Disabled.class)) {
      String annotation = text(annotated);
      refuse(
          annotation,
          place(method),
          implementation,
          "%s overrides it without the annotation, so nothing would be judged; repeat it there, for example \"%s %s\", or add @Disabled there"
              .formatted(
                  place(implementation),
                  annotation,
                  KotlinFunction.declaration(implementation, implementation.getReturnType())));
    }
  }

  /**
   * Returns whether a method is package-private in another package than the one that has its
   * signature in a subclass, which then does not override it.
   */
  private boolean isInvisible(Method method, Method implementation) {
    int visible = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE | Modifier.STATIC;
    return (method.getModifiers() & visible) == 0
        && hierarchy.stream()
            .takeWhile(subtype -> subtype != method.getDeclaringClass())
            .filter(subtype -> isInPackageOf(subtype, method.getDeclaringClass()))
            .noneMatch(subtype -> declares(subtype, method))
        && !isInPackageOf(implementation.getDeclaringClass(), method.getDeclaringClass());
  }

  private static boolean isInPackageOf(Class<?> one, Class<?> other) {
    return one.getPackage() == other.getPackage(); // those of two class loaders differ
  }

  private static boolean declares(Class<?> type, Method method) {
    return Stream.of(type.getDeclaredMethods())
        .anyMatch(
            declared ->
                AnnotatedMethods.signature(declared).equals(AnnotatedMethods.signature(method)));
  }

  /** Returns whether Jupiter runs a test although a subclass has a method of its signature. */
  private boolean isRunByJupiter(Method method) {
    return AnnotatedMethods.hasJupiterTestAnnotation(method, presence)
        && !ReflectionSupport.findMethods(type, method::equals, HierarchyTraversalMode.TOP_DOWN)
            .isEmpty();
  }

  /** Returns whether JUnit 6 runs the function, which is then refused in that run. */
  private boolean isRefusedByJupiter(Method method) {
    return KotlinFunction.isSuspend(method)
        && (KotlinFunction.returnsUnit(method) || isAnnotated(method, TestFactory.class))
        && (method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) == 0
        && AnnotatedMethods.hasJupiterTestAnnotation(method, presence)
        && JupiterEngine.runsSuspendFunctions();
  }

  private void searchConstructors() {
    Stream.of(type.getDeclaredConstructors())
        .forEach(
            constructor ->
                annotatedParameter(constructor)
                    .ifPresent(parameter -> refuseParameter(parameter, constructor)));
  }

  private void refuseParameter(AnnotatedElement parameter, Executable executable) {
    String annotation = text(parameter);
    refuse(
        annotation,
        executable instanceof Method method ? place(method) : type.getSimpleName() + "()",
        executable instanceof Method method ? method : null,
        "only parameters of tests are judged; annotate one of a test, for example \"@Test void holds(%s Retained<Cache> cache)\""
            .formatted(annotation));
  }

  private void searchMemberClasses() {
    for (ClassesNotRun.SkippedClass member : ClassesNotRun.in(type)) {
      Class<?> declaring = member.type().getDeclaringClass();
      String name = member.type().getSimpleName();
      refuse(
          member.annotation(),
          declaring == type ? name : declaring.getSimpleName() + "." + name,
          null,
          member.reason());
    }
  }

  /** Refuses functions of Kotlin beside the class that build tools do not run. */
  private void searchBeside() {
    for (Class<?> beside : KotlinFunction.classesBeside(type)) {
      for (Method method : beside.getDeclaredMethods()) {
        if (!hasStaticTwin(method)) {
          annotated(method)
              .filter(annotated -> annotated == method)
              .flatMap(annotated -> KotlinFunction.whyNotRun(method, text(method)))
              .ifPresent(
                  reason ->
                      refuse(
                          text(method),
                          beside.isMemberClass()
                              ? type.getSimpleName() + "." + place(method)
                              : place(method),
                          null,
                          reason));
        }
      }
    }
  }

  /** Returns whether {@code @JvmStatic} made a second method in the test class: it is refused. */
  private boolean hasStaticTwin(Method method) {
    Method twin = nearest.get(AnnotatedMethods.signature(method));
    return twin != null && Modifier.isStatic(twin.getModifiers());
  }

  /** Refuses methods that prepare calls in a class without a test whose calls they prepare. */
  private void searchPreparations(Predicate<Method> wanted) {
    for (Method method : nearest.values()) {
      if (!method.isSynthetic()
          && presence.isPresent(method, PreparesCalls.class)
          && wanted.test(method)
          && !isMeasured(type)) {
        refuse(
            Preparations.textOn(method).orElseThrow(),
            place(method),
            method,
            "%s has no test whose calls it prepares; add one, for example \"@Benchmarked Object sorts()\", or make the class abstract if others extend it"
                .formatted(type.getSimpleName()));
      }
    }
  }

  private void searchContainers(Predicate<Method> wanted) {
    nearest.values().stream()
        .filter(method -> !method.isSynthetic() && method.getAnnotations().length > 0)
        .filter(wanted)
        .forEach(method -> refuseEmptyContainer(method, place(method), method));
  }

  private void refuseEmptyContainer(
      AnnotatedElement element, String place, @Nullable Method method) {
    MeasuredAnnotations.emptyContainerOn(element)
        .ifPresent(
            empty ->
                refuse(
                    empty.text(),
                    place,
                    method,
                    "it has no annotation in it, so nothing would be judged; write \"@%s(…)\" instead"
                        .formatted(empty.contained())));
  }

  /** Refuses annotations in a class without tests. */
  private void searchClass() {
    for (Class<?> declaring : hierarchy) {
      MeasuredAnnotations.textOn(declaring)
          .ifPresent(annotation -> refuseWithoutTest(annotation, declaring.getSimpleName()));
      for (Field field : declaring.getDeclaredFields()) {
        MeasuredAnnotations.textOn(field)
            .ifPresent(
                annotation ->
                    refuseWithoutTest(
                        annotation, declaring.getSimpleName() + "." + field.getName()));
      }
    }
  }

  /**
   * Refuses fields that JUnit before 5.14 does not find, because one of the same name hides them.
   */
  private void searchHiddenFields() {
    List<Field> fields = new ArrayList<>();
    hierarchy.forEach(declaring -> fields.addAll(List.of(declaring.getDeclaredFields())));
    fields.removeIf(field -> !MeasuredAnnotations.areOn(field));
    if (!fields.isEmpty()) {
      fields.removeAll(
          ReflectionSupport.findFields(type, fields::contains, HierarchyTraversalMode.TOP_DOWN));
    }
    for (Field field : fields) {
      refuse(
          text(field),
          field.getDeclaringClass().getSimpleName() + "." + field.getName(),
          null,
          "another field of this name hides it, and JUnit does not find it; rename one, for example \"%s %s\""
              .formatted(
                  field.getType().getSimpleName(),
                  field.getName() + "Of" + field.getDeclaringClass().getSimpleName()));
    }
  }

  private void refuseWithoutTest(String annotation, String place) {
    refuse(
        annotation,
        place,
        null,
        "%s has no JUnit Jupiter test and none of Tare's, so nothing would be judged; add a test, for example \"@Test void fills()\""
            .formatted(type.getSimpleName()));
  }

  private void refuse(String annotation, String place, @Nullable Method method, String reason) {
    TareConfigurationException refusal =
        new TareConfigurationException(annotation + " on " + place + ": " + reason);
    // without the frames of the discovery, which say nothing about the test
    refusal.setStackTrace(
        method == null
            ? new StackTraceElement[0]
            : new StackTraceElement[] {SourceLine.of(method)});
    refused.add(new RefusedAnnotation(place, method, refusal));
  }

  private static String place(Method method) {
    return method.getDeclaringClass().getSimpleName() + "." + KotlinNames.sourceName(method) + "()";
  }

  /** Returns the method, or one of its parameters, if it carries an annotation of Tare. */
  private Optional<AnnotatedElement> annotated(Method method) {
    return presence.isMeasured(method)
        ? Optional.<AnnotatedElement>of(method).filter(MeasuredAnnotations::areOn)
        : annotatedParameter(method);
  }

  private static Optional<AnnotatedElement> annotatedParameter(Executable executable) {
    return executable.getParameterCount() == 0
        ? Optional.empty()
        : Arrays.<AnnotatedElement>stream(executable.getParameters())
            .filter(MeasuredAnnotations::areOn)
            .findFirst();
  }

  private static String text(AnnotatedElement element) {
    return MeasuredAnnotations.textOn(element).orElseThrow();
  }

  /** Returns why a method is not measured that another engine runs, or runs the class of. */
  private Optional<String> whyNotMeasured(Method method) {
    if (AnnotatedMethods.hasJupiterTestAnnotation(method, presence)) {
      return Optional.empty(); // Jupiter runs it in any case
    }
    return OtherEngines.whyNotMeasured(method)
        .or(
            () ->
                isOfOtherEngine
                    ? Optional.of(
                        "another engine runs the tests of %s, and what it does before them would not be done; call Tare.calling(...) in such a test, or move the method into a class without them, for example \"class Measured%s\""
                            .formatted(type.getSimpleName(), type.getSimpleName()))
                    : Optional.empty());
  }

  /** Returns whether Tare or Jupiter runs the method, or reports it as an invalid test. */
  private boolean isTest(Method method) {
    return presence.isMeasured(method)
        || AnnotatedMethods.hasJupiterTestAnnotation(method, presence);
  }

  private static boolean hasTests(Class<?> type) {
    UnjudgedAnnotations methods = new UnjudgedAnnotations(type);
    return methods.nearest.values().stream()
            .anyMatch(
                method ->
                    !method.isSynthetic()
                        && methods.isTest(method)
                        && methods.whyNotMeasured(method).isEmpty())
        || TestClasses.nestedIn(type).stream().anyMatch(UnjudgedAnnotations::hasTests);
  }

  /**
   * Returns whether a test of the class, or of one nested in it, carries an annotation or has a
   * default.
   */
  private static boolean isMeasured(Class<?> type) {
    UnjudgedAnnotations methods = new UnjudgedAnnotations(type);
    return methods.nearest.values().stream()
            .anyMatch(method -> !method.isSynthetic() && methods.annotated(method).isPresent())
        || (hasDefaults(type) && hasTests(type))
        || TestClasses.nestedIn(type).stream().anyMatch(UnjudgedAnnotations::isMeasured);
  }

  private static boolean hasDefaults(Class<?> type) {
    return MeasuredAnnotations.withEnclosingClasses(type).stream()
        .flatMap(outer -> AnnotatedMethods.nearestFirst(outer).stream())
        .anyMatch(MeasuredAnnotations::areOn);
  }
}
