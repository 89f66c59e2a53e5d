package dev.tare.internal.call;

import dev.tare.body.TestBody;
import dev.tare.internal.call.TestBodies.ReflectiveCall;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Creates callable bodies of test methods. */
public final class TestBodies {

  private TestBodies() {}

  /**
   * Returns the body of a test method, called by a generated stub if one can be defined, else
   * through reflection. The method itself is not called.
   *
   * @param target the object on which it is called: a test instance, or a lambda with the method of
   *     its interface
   * @param method an instance method of the target, of any visibility
   * @param arguments one for each parameter, primitives boxed; narrower primitives are widened
   * @param fallback calls the method if no stub can be defined
   * @throws IllegalArgumentException if an argument does not fit its parameter
   */
  public static TestBody of(
      Object target, Method method, @Nullable Object[] arguments, ReflectiveCall fallback) {
    @Nullable Object[] converted = convert(method, arguments);
    StringJoiner reasons = new StringJoiner("; ");
    for (StubSite site : StubSite.of(target.getClass(), method)) {
      try {
        return StubbedBody.define(site, target, converted);
      } catch (IllegalAccessException | LinkageError | ClassCastException e) {
        reasons.add(site.host().getName() + ": " + e.getMessage());
      }
    }
    return new ReflectiveBody(target, method, converted, fallback, reasons.toString());
  }

  private static @Nullable Object[] convert(Method method, @Nullable Object[] arguments) {
    Class<?>[] parameters = method.getParameterTypes();
    if (parameters.length != arguments.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s takes %d arguments, not %d",
              method,
              parameters.length,
              arguments.length));
    }
    @Nullable Object[] converted = new @Nullable Object[arguments.length];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = convert(method, i, parameters[i], arguments[i]);
    }
    return converted;
  }

  // An array accepts the same values as a parameter in a reflective call, and returns them widened.
  private static @Nullable Object convert(
      Method method, int index, Class<?> type, @Nullable Object argument) {
    try {
      Object holder = Array.newInstance(type, 1);
      Array.set(holder, 0, argument);
      return Array.get(holder, 0);
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "argument %d of %s is %s, not a %s",
              index,
              method,
              argument == null ? "null" : "a " + argument.getClass().getName(),
              type.getName()),
          e);
    }
  }

  /** Calls a method through reflection; the caller supplies JUnit's own way. */
  @FunctionalInterface
  public interface ReflectiveCall {

    /**
     * Calls the method and returns its value, a primitive boxed.
     *
     * @throws Throwable the exception that the method threw, not wrapped
     */
    @Nullable Object invoke(Method method, Object target, @Nullable Object[] arguments)
        throws Throwable;
  }

  /** A body called through reflection, used if no stub can be defined. */
  static final class ReflectiveBody implements TestBody {

    private final Object target;
    private final Method method;
    private final @Nullable Object[] arguments;
    private final ReflectiveCall call;
    private final String reason;
    private volatile @Nullable Object sink;
    private long returned; // the number of calls that returned

    ReflectiveBody(
        Object target,
        Method method,
        @Nullable Object[] arguments,
        ReflectiveCall call,
        String reason) {
      this.target = target;
      this.method = method;
      this.arguments = arguments;
      this.call = call;
      this.reason = reason;
    }

    @Override
    public void run() throws Throwable {
      sink = call();
    }

    @Override
    public void repeat(long n) throws Throwable {
      for (long left = n; left > 0; left--) {
        sink = call();
      }
    }

    @Override
    public @Nullable Object call() throws Throwable {
      Object result;
      try {
        result = call.invoke(method, target, arguments);
      } catch (Throwable thrown) {
        throw RepeatedCallException.of(returned, 1, thrown);
      }
      returned++;
      return result;
    }

    @Override
    public boolean returnsValue() {
      return method.getReturnType() != void.class;
    }

    @Override
    public @Nullable Object lastResult() {
      return method.getReturnType().isPrimitive() ? null : sink;
    }

    @Override
    public void forget() {
      sink = null;
    }

    @Override
    public boolean reflective() {
      return true;
    }

    @Override
    public Optional<String> whyReflective() {
      return Optional.of(reason);
    }
  }
}
