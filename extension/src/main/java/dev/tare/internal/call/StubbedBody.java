package dev.tare.internal.call;

import dev.tare.body.TestBody;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A body called directly by a generated stub. */
final class StubbedBody implements TestBody {

  private final StubSite site;
  private final Object target;
  private final @Nullable Object[] arguments;
  private final @Nullable AtomicReference<@Nullable Object> results;
  private final LongConsumer loop;
  private final Callable<@Nullable Object> value;
  private long returned; // the number of calls that returned

  private StubbedBody(
      StubSite site, Object target, @Nullable Object[] arguments, Object cell, Object stub) {
    this.site = site;
    this.target = target;
    this.arguments = arguments;
    this.results = results(cell);
    // The casts also resolve the types of the calls below before the first call.
    this.loop = (LongConsumer) stub;
    this.value = callable(stub);
  }

  /**
   * Defines a stub at the site.
   *
   * @param arguments arguments of exactly the parameter types, boxed
   * @throws IllegalAccessException if the package of the site is not open to Tare
   * @throws LinkageError if the site cannot find or may not access a class that the stub names
   * @throws ClassCastException if the site finds another class of the same name
   */
  static StubbedBody define(StubSite site, Object target, @Nullable Object[] arguments)
      throws IllegalAccessException {
    MethodHandle constructor = site.define();
    Object cell = BlackHole.of(site.method().getReturnType()).newCell();
    return new StubbedBody(
        site, target, arguments, cell, instantiate(constructor, target, arguments, cell));
  }

  private static Object instantiate(
      MethodHandle constructor, Object target, @Nullable Object[] arguments, Object cell) {
    try {
      return constructor.invoke(target, arguments, cell);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // the constructor throws no checked exception
    }
  }

  @SuppressWarnings("unchecked") // StubWriter: the callable calls the method
  private static Callable<@Nullable Object> callable(Object stub) {
    return (Callable<@Nullable Object>) stub;
  }

  @SuppressWarnings("unchecked") // BlackHole: the cell accepts any reference
  private static @Nullable AtomicReference<@Nullable Object> results(Object cell) {
    return cell instanceof AtomicReference ? (AtomicReference<@Nullable Object>) cell : null;
  }

  @Override
  public void run() throws Throwable {
    if (results == null) {
      repeat(1);
    } else {
      // a loop passes references to the JIT's black hole, if there is one, which keeps none; and an
      // opaque write calls other methods of the JDK at first, whose calls a test may count
      results.set(call());
    }
  }

  @Override
  public void repeat(long n) throws Throwable {
    try {
      loop.accept(n);
    } catch (Throwable thrown) {
      throw RepeatedCallException.of(returned, n, thrown);
    }
    returned += n;
  }

  @Override
  public @Nullable Object call() throws Throwable {
    Object result;
    try {
      result = value.call();
    } catch (Throwable thrown) {
      throw RepeatedCallException.of(returned, 1, thrown);
    }
    returned++;
    return result;
  }

  @Override
  public boolean returnsValue() {
    return site.method().getReturnType() != void.class;
  }

  @Override
  public @Nullable Object lastResult() {
    return results == null ? null : results.get();
  }

  @Override
  public void forget() {
    if (results != null) {
      results.set(null);
    }
  }

  /** Defines another stub class, which cannot fail because the first definition succeeded. */
  @Override
  public TestBody fresh() {
    try {
      StubbedBody other = define(site, target, arguments);
      other.returned = returned;
      return other;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
