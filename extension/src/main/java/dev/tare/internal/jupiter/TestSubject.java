package dev.tare.internal.jupiter;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.Subject;
import dev.tare.extension.ValueHolder;
import java.util.List;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The subject of a measurement: a test's body or a value, with its variants and its environment.
 *
 * @param calls the body to call; null if a value is measured
 * @param weighed the value, which may be missing
 * @param variants creates the bodies of other methods and with other arguments
 * @param arguments the arguments of the test that are not null
 * @param id the unique id, computed when needed
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record TestSubject(
    @Nullable TestBody calls,
    @Nullable Object weighed,
    Variants variants,
    List<Object> testInstances,
    List<Object> arguments,
    Supplier<String> id,
    Configuration configuration,
    boolean concurrent)
    implements Subject {

  /** Creates bodies other than the test's own. */
  public interface Variants {

    /** Returns the body of another method of the test class. */
    TestBody method(String name);

    /** Returns the test's body with another argument for one parameter. */
    TestBody argument(int parameter, Object argument);

    /** Returns the bodies to run before each call. */
    List<TestBody> preparations();
  }

  /** Returns the subject of the same test with the calls of a body, or else with a value. */
  TestSubject with(@Nullable TestBody body, @Nullable Object value) {
    return new TestSubject(
        body, value, variants, testInstances, arguments, id, configuration, concurrent);
  }

  /** Returns the subject of the same test with what it returned, instead of what it handed over. */
  TestSubject returning(@Nullable Object value) {
    List<Object> others =
        arguments.stream().filter(argument -> !(argument instanceof ValueHolder)).toList();
    return new TestSubject(
        null, value, variants, testInstances, others, id, configuration, concurrent);
  }

  @Override
  public @Nullable Object value() throws Throwable {
    return calls == null ? weighed : calls.call();
  }

  @Override
  public TestBody body() {
    if (calls == null) {
      throw new IllegalStateException("a value has no body that could be called");
    }
    return calls;
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
  public Subject with(int parameter, Object argument) {
    return with(variants.argument(parameter, argument), null);
  }
}
