package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.Subject;
import dev.tare.internal.call.TestBody;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A test's body, or a value that it gave, with what a meter may want to know around it.
 *
 * @param content the body to call or the value to weigh
 * @param variants makes the bodies of other methods and of other arguments
 * @param id the unique id, which few ask for
 * @param run what belongs to the whole run of tests
 */
record TestSubject(
    Content content,
    Variants variants,
    List<Object> testInstances,
    Supplier<String> id,
    Configuration configuration,
    boolean concurrent,
    RunObjects run)
    implements Subject {

  /** Has one object of each type. */
  interface RunObjects {
    /** It, made at the first use. */
    <T> T of(Class<T> type, Supplier<T> maker);
  }

  /** Makes the bodies that are not the test's own. */
  interface Variants {
    /** The body of another method of the test class. */
    TestBody method(String name);

    /** The test's body with another argument for one parameter. */
    TestBody argument(int parameter, Object argument);

    /** What is called before each call of them. */
    List<TestBody> preparations();
  }

  /** Either of the two things a subject can be. */
  sealed interface Content {}

  /** The calls of a body. */
  record Calls(TestBody body) implements Content {}

  /** A value, which may be missing. */
  record Value(@Nullable Object value) implements Content {}

  /** The same test with another thing to measure. */
  TestSubject with(Content other) {
    return new TestSubject(other, variants, testInstances, id, configuration, concurrent, run);
  }

  @Override
  public @Nullable Object value() throws Throwable {
    return content instanceof Calls calls ? calls.body().call() : ((Value) content).value();
  }

  @Override
  public TestBody body() {
    if (content instanceof Calls calls) {
      return calls.body();
    }
    throw new IllegalStateException("a value has no body that could be called");
  }

  @Override
  public <T> T ofRun(Class<T> type, Supplier<T> maker) {
    return run.of(type, maker);
  }

  @Override
  public String uniqueId() {
    return id.get();
  }

  @Override
  public TestBody variant(String methodName) {
    return variants.method(methodName);
  }

  @Override
  public List<TestBody> preparations() {
    return variants.preparations();
  }

  @Override
  public TestBody bodyWith(int parameter, Object argument) {
    return variants.argument(parameter, argument);
  }
}
