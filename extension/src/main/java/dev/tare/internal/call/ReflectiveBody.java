package dev.tare.internal.call;

import dev.tare.body.TestBody;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A body called through reflection, used if no stub can be defined. */
final class ReflectiveBody implements TestBody {

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
  public TestBody fresh() {
    ReflectiveBody other = new ReflectiveBody(target, method, arguments, call, reason);
    other.returned = returned;
    return other;
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
