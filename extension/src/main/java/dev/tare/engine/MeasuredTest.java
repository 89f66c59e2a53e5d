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
 * A measured method and the test class on whose instance it runs.
 *
 * @param classes the enclosing classes and the test class
 * @param method the method, in the class that declares it
 * @param iterations indexes, from 0, of the invocations that were selected; empty for all
 */
record MeasuredTest(List<Class<?>> classes, Method method, Set<Integer> iterations) {

  MeasuredTest {
    classes = List.copyOf(classes);
    iterations = Set.copyOf(iterations);
  }

  // equals and hashCode are written out: linking those that a record generates takes as long as
  // discovering many tests
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

  /** Returns all tests of the innermost of these classes and of its {@code @Nested} classes. */
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

  boolean isNested() {
    return classes.size() > 1;
  }

  /** Returns a selector of the adapter; in a nested class, it selects all iterations. */
  DiscoverySelector selector(Method adapter) {
    if (isNested()) {
      return DiscoverySelectors.selectNestedMethod(
          classes.subList(0, classes.size() - 1), testClass(), adapter);
    }
    DiscoverySelector allInvocations = DiscoverySelectors.selectMethod(testClass(), adapter);
    return iterations.isEmpty()
        ? allInvocations
        : DiscoverySelectors.selectIteration(
            allInvocations, iterations.stream().mapToInt(Integer::intValue).sorted().toArray());
  }

  /** Returns the classes and the method as a text that is unique to the test. */
  String place() {
    StringBuilder place = new StringBuilder();
    for (Class<?> type : classes) {
      place.append(type.getName()).append('/');
    }
    return place.append(AnnotatedMethods.signature(method)).toString();
  }

  /**
   * Returns the place of a descriptor, in the form of {@link #place()}. That of a container differs
   * from those of all tests.
   */
  static String placeOf(TestDescriptor descriptor) {
    String segment =
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
        .map(parent -> placeOf(parent) + "/" + segment)
        .orElse(segment);
  }
}
