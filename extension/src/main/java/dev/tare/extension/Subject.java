package dev.tare.extension;

import dev.tare.body.TestBody;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** What a metric measures: a test's body with its instance and arguments, or a value. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Subject {

  /** Calls the body once and consumes the returned value. */
  default void call() throws Throwable {
    body().run();
  }

  /**
   * Returns the value to be measured: returned by the body or handed over. Calls the body if the
   * metric measures calls.
   *
   * @return null if there is none
   * @throws Throwable what the body threw, unchanged
   */
  @Nullable Object value() throws Throwable;

  /** Returns the body of the test, callable without overhead. */
  TestBody body();

  /**
   * Returns the body of another method of the test class on the same instance, with the same
   * arguments if it has parameters.
   */
  TestBody variant(String methodName);

  /**
   * Returns this subject with another argument for one of the parameters of its body.
   *
   * @param parameter the index of the parameter, from 0
   */
  Subject with(int parameter, Object argument);

  /**
   * Returns the methods with a {@link PreparesCalls} annotation, in the order in which a metric
   * runs them before each call of a body.
   */
  default List<TestBody> preparations() {
    return List.of();
  }

  /** Returns the test instance and its enclosing instances, the outermost first. */
  List<Object> testInstances();

  /** Returns the arguments of the test that are not null, in the order of its parameters. */
  default List<Object> arguments() {
    return List.of();
  }

  /**
   * Returns the unique id with which JUnit can run this test alone; empty for a dynamic test, which
   * only its factory can create.
   */
  String uniqueId();

  /** Returns the policy and defaults of the suite. */
  Configuration configuration();

  /** Returns whether other tests may run in this JVM at the same time. */
  boolean concurrent();

  /**
   * Place of an annotation in the test code.
   *
   * @param testClass the class under test, which may inherit the method and the element; an
   *     interface if there is no test
   * @param method the test's method, as the user wrote it; without a test, the method of the
   *     interface through which the measured lambda is called
   * @param element the method, class or parameter
   * @param direct whether the annotation is on the element itself; false for the default of a class
   */
  record Site(Class<?> testClass, Method method, AnnotatedElement element, boolean direct) {

    /**
     * Returns whether there is a test. There is none if a lambda is measured without an annotation;
     * then there are no other methods or annotations to check.
     */
    public boolean ofTest() {
      return !testClass.isInterface();
    }
  }
}
