package dev.tare.internal.launch;

import dev.tare.internal.agent.KotlinNames;
import dev.tare.model.Report.TestId;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * The test that a thread currently runs.
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

  /** Returns the id that names the test in messages. */
  public TestId id() {
    return new TestId(testClass.get().getName(), KotlinNames.sourceName(method.get()), invocation);
  }
}
