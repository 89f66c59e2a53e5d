package dev.tare.internal.jupiter;

import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.call.TestBody;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;

/** Makes bodies of a test class's methods. */
record TestBodySource(Class<?> testClass) {

  /** The method on the target with the arguments, through a stub where one can be made. */
  TestBody body(Object target, Method method, List<Object> arguments) {
    return TestBodies.of(target, method, arguments.toArray(), TestBodySource::reflectively);
  }

  /**
   * Calls the method once, as JUnit calls a test: where nothing measures the call, a stub for it
   * would cost ten times as much and show nothing.
   */
  @Nullable Object call(Object target, Method method, List<Object> arguments) {
    return reflectively(method, target, arguments.toArray());
  }

  private static @Nullable Object reflectively(
      Method method, Object target, @Nullable Object[] arguments) {
    return ReflectionSupport.invokeMethod(method, target, arguments);
  }

  /**
   * Another method of the class on the same target: the one with the test's own parameters and
   * arguments, or the one without any.
   *
   * @throws TareConfigurationException if there is neither
   */
  TestBody variant(Object target, Method test, List<Object> arguments, String name) {
    Optional<Method> same = ReflectionSupport.findMethod(testClass, name, test.getParameterTypes());
    if (same.isPresent()) {
      return body(target, same.get(), arguments);
    }
    Method plain =
        ReflectionSupport.findMethod(testClass, name)
            .orElseThrow(
                () ->
                    new TareConfigurationException(
                        "%s has no method \"%s\" without parameters or with those of %s()"
                            .formatted(testClass.getSimpleName(), name, test.getName())));
    return body(target, plain, List.of());
  }

  /**
   * The bodies of what prepares the calls of a test.
   *
   * @param instances the test instance and those around it, the outermost first
   */
  List<TestBody> preparations(
      List<Preparation> preparations, List<Object> instances, List<Object> arguments) {
    return preparations.stream()
        .map(
            preparation ->
                body(
                    instances.get(instances.size() - 1 - preparation.level()),
                    preparation.method(),
                    preparation.arguments(arguments)))
        .toList();
  }

  /** What else can be called on the target of a test. */
  TestSubject.Variants variants(
      Object target, Method test, List<Object> arguments, Supplier<List<TestBody>> preparations) {
    return new TestSubject.Variants() {
      @Override
      public TestBody method(String name) {
        return variant(target, test, arguments, name);
      }

      @Override
      public TestBody argument(int parameter, Object argument) {
        List<Object> others = new ArrayList<>(arguments);
        others.set(parameter, argument);
        return body(target, test, others);
      }

      @Override
      public List<TestBody> preparations() {
        return preparations.get();
      }
    };
  }
}
