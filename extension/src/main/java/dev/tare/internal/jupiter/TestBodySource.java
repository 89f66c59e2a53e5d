package dev.tare.internal.jupiter;

import dev.tare.body.TestBody;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.call.TestBodies;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the bodies that call a test and other methods of its class.
 *
 * @param target the object on which the test is called
 * @param instances the test instance and its enclosing instances, the outermost first
 * @param prepare the methods that prepare the calls of the test
 */
record TestBodySource(
    Class<?> testClass,
    Object target,
    Method test,
    List<Object> arguments,
    List<Object> instances,
    List<Preparation> prepare)
    implements TestSubject.Variants {

  /** Returns the body of the test, which is called through a generated stub. */
  TestBody body() {
    return body(target, test, arguments);
  }

  private static TestBody body(Object target, Method method, List<Object> arguments) {
    try {
      return TestBodies.of(target, method, arguments.toArray());
    } catch (IllegalArgumentException e) {
      throw new TareConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Returns the body of another method of the class, which has the same parameters as the test, or
   * none.
   *
   * @throws TareConfigurationException if there is neither
   */
  @Override
  public TestBody method(String name) {
    Method method =
        BaselineRules.callable(testClass, test, name)
            .orElseThrow(
                () ->
                    new TareConfigurationException(
                        "%s has no method \"%s\" without parameters or with those of %s()"
                            .formatted(
                                testClass.getSimpleName(), name, KotlinNames.sourceName(test))));
    return body(target, method, method.getParameterCount() == 0 ? List.of() : arguments);
  }

  @Override
  public TestBody argument(int parameter, Object argument) {
    List<Object> others = new ArrayList<>(arguments);
    others.set(parameter, argument);
    return body(target, test, others);
  }

  @Override
  public List<TestBody> preparations() {
    List<TestBody> bodies = new ArrayList<>();
    for (Preparation preparation : prepare) {
      Object instance = instances.get(instances.size() - 1 - preparation.level());
      bodies.add(body(instance, preparation.method(), preparation.arguments(arguments)));
    }
    return bodies;
  }
}
