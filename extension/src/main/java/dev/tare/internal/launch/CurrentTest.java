package dev.tare.internal.launch;

import dev.tare.model.Report.TestId;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * A test that a thread runs.
 *
 * @param testClass finds the test class
 * @param method finds the test method
 * @param invocation the display name of one of several invocations; empty for a plain test
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record CurrentTest(
    String uniqueId,
    Supplier<? extends Class<?>> testClass,
    Supplier<Method> method,
    String invocation) {

  /** Returns the name of the test for messages. */
  public TestId id() {
    return new TestId(testClass.get().getName(), method.get().getName(), invocation);
  }
}
