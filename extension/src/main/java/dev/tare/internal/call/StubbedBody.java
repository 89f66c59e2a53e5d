package dev.tare.internal.call;

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
  private final Runnable once;
  private final LongConsumer loop;
  private final Callable<@Nullable Object> value;

  private StubbedBody(
      StubSite site, Object target, @Nullable Object[] arguments, Object cell, Object stub) {
    this.site = site;
    this.target = target;
    this.arguments = arguments;
    this.results = results(cell);
    // The casts also resolve, before the first call, all that the calls below need resolved.
    this.once = (Runnable) stub;
    this.loop = (LongConsumer) stub;
    this.value = callable(stub);
  }

  /**
   * Defines a stub at the site.
   *
   * @param arguments of exactly the parameter types, boxed
   * @throws IllegalAccessException if the package of the site is not open to us
   * @throws LinkageError if the site cannot see or may not access what the stub names
   * @throws ClassCastException if the site means another class by the same name
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
      throw new IllegalStateException(e); // the constructor declares nothing
    }
  }

  @SuppressWarnings("unchecked") // StubWriter: it calls the method
  private static Callable<@Nullable Object> callable(Object stub) {
    return (Callable<@Nullable Object>) stub;
  }

  @SuppressWarnings("unchecked") // BlackHole: it takes any reference
  private static @Nullable AtomicReference<@Nullable Object> results(Object cell) {
    return cell instanceof AtomicReference ? (AtomicReference<@Nullable Object>) cell : null;
  }

  @Override
  public void run() {
    once.run();
  }

  @Override
  public void repeat(long n) {
    loop.accept(n);
  }

  @Override
  public @Nullable Object call() throws Exception {
    return value.call();
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

  /** A class that could be defined once can be defined again. */
  @Override
  public TestBody fresh() {
    try {
      return define(site, target, arguments);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public boolean reflective() {
    return false;
  }
}
