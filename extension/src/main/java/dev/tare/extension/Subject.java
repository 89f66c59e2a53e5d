package dev.tare.extension;

import dev.tare.internal.call.TestBody;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** What a meter measures: a test's body with its instance and arguments, or a value. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Subject {

  /** Calls the body once; what it returns is consumed. */
  default void call() throws Throwable {
    body().run();
  }

  /**
   * The value to be weighed: returned by the body, handed over or read from a field. The body is
   * called for it if it has not run yet.
   *
   * @return null if there is none
   * @throws Throwable what the body threw, unchanged
   */
  @Nullable Object value() throws Throwable;

  /** The body of the test, callable with no weight of our own. */
  @SuppressWarnings("exports") // the generated stub is not for other modules, call() is
  TestBody body();

  /**
   * The body of another method of the same test class on the same instance, with the same arguments
   * if it takes parameters.
   */
  @SuppressWarnings("exports")
  TestBody variant(String methodName);

  /**
   * The body with another argument for one of its parameters.
   *
   * @param parameter the index of the parameter, from 0
   */
  @SuppressWarnings("exports")
  TestBody bodyWith(int parameter, Object argument);

  /**
   * The methods annotated {@link BeforeCall}, in the order in which they are to be called before
   * each call of a body.
   */
  @SuppressWarnings("exports")
  default List<TestBody> preparations() {
    return List.of();
  }

  /** The test instance and those around it, the outermost first. */
  List<Object> testInstances();

  /**
   * The id under which JUnit can run this test alone, once more; empty for a dynamic test, which
   * only its factory can make.
   */
  String uniqueId();

  /** The policy and defaults of the suite. */
  Configuration configuration();

  /**
   * An object of which there is one in each run of an engine's tests, made at the first use: what a
   * meter learns about the JVM, for example, and all others of its kind should know. Several
   * threads may use it.
   */
  default <T> T ofRun(Class<T> type, Supplier<T> maker) {
    return maker.get();
  }

  /** Whether other tests may run in this JVM at the same time. */
  boolean concurrent();

  /**
   * Where an annotation stands.
   *
   * @param testClass the class under test, which may inherit the method and the element
   * @param method the test's method, as the user wrote it
   * @param element the method, class, parameter or field
   * @param direct whether it stands there itself, and is no default of a class
   */
  record Site(Class<?> testClass, Method method, AnnotatedElement element, boolean direct) {}
}
