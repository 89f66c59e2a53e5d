package dev.tare.extension;

import dev.tare.body.TestBody;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A promise that is broken on purpose, for {@link ConfigurationKey#PROVE}.
 *
 * @param metric the metric that measures it
 * @param subject the subject of the test, whose figures exceed all limits
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Broken(Metric metric, Subject subject) {

  /**
   * What breaks the promise. The argument is the one that {@link Subject#with} has chosen, if any.
   */
  @FunctionalInterface
  public interface Fault {

    /** Does more work in a call of the body, after its own. */
    void run(@Nullable Object argument) throws Throwable;

    /** Returns a value with something added; the value itself by default. */
    default Object addTo(Object value, @Nullable Object argument) throws Throwable {
      return value;
    }
  }

  /** What is added to a value. */
  @FunctionalInterface
  public interface Addition {
    /** Returns a value with something added. */
    Object addTo(Object value) throws Throwable;
  }

  /** Returns the promise as it is, without breakdowns. */
  public static Broken asItIs(Metric metric, Subject subject) {
    return new Broken(metric, new BrokenSubject(subject, null, null));
  }

  /** Returns a promise that a fault breaks. */
  public static Broken by(Fault fault, Metric metric, Subject subject) {
    return new Broken(metric, new BrokenSubject(subject, fault, null));
  }

  /** Returns a promise about a value that an addition breaks. */
  public static Broken byAdding(Addition addition, Metric metric, Subject subject) {
    return by(
        new Fault() {
          @Override
          public void run(@Nullable Object argument) {}

          @Override
          public Object addTo(Object value, @Nullable Object argument) throws Throwable {
            return addition.addTo(value);
          }
        },
        metric,
        subject);
  }

  /** A subject with a fault, and without breakdowns, which need more calls. */
  private record BrokenSubject(Subject subject, @Nullable Fault fault, @Nullable Object argument)
      implements Subject {

    @Override
    public @Nullable Object value() throws Throwable {
      Object value = subject.value();
      return value == null || fault == null ? value : fault.addTo(value, argument);
    }

    @Override
    public TestBody body() {
      return fault == null ? subject.body() : new BrokenBody(subject.body(), fault, argument);
    }

    @Override
    public TestBody variant(String methodName) {
      return subject.variant(methodName);
    }

    @Override
    public Subject with(int parameter, Object chosen) {
      return new BrokenSubject(subject.with(parameter, chosen), fault, chosen);
    }

    @Override
    public List<TestBody> preparations() {
      return subject.preparations();
    }

    @Override
    public List<Object> testInstances() {
      return subject.testInstances();
    }

    @Override
    public List<Object> arguments() {
      return subject.arguments();
    }

    @Override
    public String uniqueId() {
      return subject.uniqueId();
    }

    @Override
    public Configuration configuration() {
      return subject.configuration().withoutBreakdowns();
    }

    @Override
    public boolean concurrent() {
      return subject.concurrent();
    }
  }

  private record BrokenBody(TestBody body, Fault fault, @Nullable Object argument)
      implements TestBody {

    @Override
    public void run() throws Throwable {
      body.run();
      fault.run(argument);
    }

    @Override
    public void repeat(long n) throws Throwable {
      for (long i = 0; i < n; i++) {
        run();
      }
    }

    @Override
    public @Nullable Object call() throws Throwable {
      Object returned = body.call();
      fault.run(argument);
      return returned == null ? null : fault.addTo(returned, argument);
    }

    @Override
    public boolean returnsValue() {
      return body.returnsValue();
    }

    @Override
    public @Nullable Object lastResult() {
      return body.lastResult();
    }

    @Override
    public void forget() {
      body.forget();
    }

    @Override
    public TestBody fresh() {
      return new BrokenBody(body.fresh(), fault, argument);
    }

    @Override
    public boolean reflective() {
      return body.reflective();
    }

    @Override
    public Optional<String> whyReflective() {
      return body.whyReflective();
    }
  }
}
