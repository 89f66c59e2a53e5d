package dev.tare.engine;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * A method to be run and the class whose instance it runs on.
 *
 * @param classes the test class, after those that are instantiated around it
 * @param method as it is declared
 * @param iterations indexes, from 0, of the invocations that were selected; empty for all
 */
record MeasuredTest(List<Class<?>> classes, Method method, Set<Integer> iterations) {

  MeasuredTest {
    classes = List.copyOf(classes);
    iterations = Set.copyOf(iterations);
  }

  // equals and hashCode are written out: a record's are linked when they are first called, which
  // takes as long as to discover many tests, and both are asked of every test several times
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MeasuredTest test
        && method.equals(test.method)
        && classes.equals(test.classes)
        && iterations.equals(test.iterations);
  }

  @Override
  public int hashCode() {
    return 31 * classes.hashCode() + method.hashCode();
  }

  /** All tests of the innermost of these classes and of the {@code @Nested} classes in it. */
  static List<MeasuredTest> allIn(List<Class<?>> classes) {
    Class<?> type = classes.get(classes.size() - 1);
    return Stream.concat(
            AnnotatedMethods.of(type).stream()
                .map(method -> new MeasuredTest(classes, method, Set.of())),
            TestClasses.nestedIn(type).stream()
                .flatMap(nested -> allIn(TestClasses.append(classes, nested)).stream()))
        .toList();
  }

  Class<?> testClass() {
    return classes.get(classes.size() - 1);
  }

  boolean nested() {
    return classes.size() > 1;
  }

  /** Selects the adapter in the method's place; of a nested class all iterations. */
  DiscoverySelector selector(Method adapter) {
    if (nested()) {
      return DiscoverySelectors.selectNestedMethod(
          classes.subList(0, classes.size() - 1), testClass(), adapter);
    }
    DiscoverySelector whole = DiscoverySelectors.selectMethod(testClass(), adapter);
    return iterations.isEmpty()
        ? whole
        : DiscoverySelectors.selectIteration(
            whole, iterations.stream().mapToInt(Integer::intValue).sorted().toArray());
  }

  /** The classes and the method, as text that tells one test from all others. */
  String place() {
    StringBuilder place = new StringBuilder();
    for (Class<?> type : classes) {
      place.append(type.getName()).append('/');
    }
    return place.append(AnnotatedMethods.signature(method)).toString();
  }

  /** The same text, from a descriptor's sources; of no test unless it stands for a method. */
  static String placeOf(TestDescriptor descriptor) {
    String own =
        descriptor
            .getSource()
            .map(
                source -> {
                  if (source instanceof MethodSource method) {
                    return method.getMethodName() + "(" + method.getMethodParameterTypes() + ")";
                  }
                  return source instanceof ClassSource type ? type.getClassName() : "";
                })
            .orElse("");
    return descriptor
        .getParent()
        .filter(parent -> !parent.isRoot())
        .map(parent -> placeOf(parent) + "/" + own)
        .orElse(own);
  }
}
