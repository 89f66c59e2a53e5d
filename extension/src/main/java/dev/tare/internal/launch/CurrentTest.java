package dev.tare.internal.launch;

import dev.tare.internal.weight.TestName;
import dev.tare.model.Report.TestId;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;

/**
 * The test that a thread currently runs.
 *
 * @param testClass finds the test class
 * @param method finds the test method
 * @param displayNames returns the display name of the test or container with a unique id
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record CurrentTest(
    String uniqueId,
    Supplier<? extends Class<?>> testClass,
    Supplier<Method> method,
    UnaryOperator<String> displayNames) {

  /** Returns the id that names the test in messages. */
  public TestId id() {
    return TestName.of(testClass.get(), method.get(), uniqueId, displayNames).id();
  }
}
