package dev.tare.extension;

import dev.tare.internal.call.TestBodies;
import dev.tare.internal.call.TestBody;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;

/** Makes bodies of a test class's methods. */
record TestBodySource(Class<?> testClass) {

  /** The method on the target with the arguments, through a stub where one can be made. */
  TestBody body(Object target, Method method, List<Object> arguments) {
    return TestBodies.of(target, method, arguments.toArray(), TestBodySource::reflectively);
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
}
