package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Counts the calls that one thread makes of woven methods on objects of one type, and tells a
 * listener of each.
 *
 * <p>A call that an overriding method makes of the overridden one is part of its own.
 */
public final class CallCounter extends Number implements Runnable, AutoCloseable {

  // As for the other recorder the types are those of java.lang: Runnable starts it and listens,
  // AutoCloseable stops it, Number answers the count.

  private static final long serialVersionUID = 1L;

  private static volatile @Nullable CallCounter active;

  private final transient Thread thread;
  private final transient Class<?> type;
  private final transient Runnable listener;
  private long calls;
  private int silent;
  private boolean delegating;

  /**
   * @param thread the one whose calls count
   * @param type of the objects
   * @param listener told of each call, on that thread; calls that it makes itself do not count
   */
  public CallCounter(Thread thread, Class<?> type, Runnable listener) {
    this.thread = thread;
    this.type = type;
    this.listener = listener;
  }

  /**
   * Starts.
   *
   * @throws IllegalStateException if another counter has been started
   */
  @Override
  public void run() {
    activate(this);
  }

  /** Stops. */
  @Override
  public void close() {
    deactivate(this);
  }

  private static synchronized void activate(CallCounter counter) {
    if (active != null) {
      throw new IllegalStateException("another counter is active");
    }
    active = counter;
  }

  private static synchronized void deactivate(CallCounter counter) {
    if (active == counter) {
      active = null;
    }
  }

  private static @Nullable CallCounter own() {
    CallCounter counter = ofThisThread();
    return counter != null && counter.silent == 0 ? counter : null;
  }

  private static @Nullable CallCounter ofThisThread() {
    CallCounter counter = active;
    return counter != null && counter.thread == Thread.currentThread() ? counter : null;
  }

  /** Calls of this thread do not count until {@link #resume()}: they are not the body's. */
  public static void pause() {
    CallCounter counter = ofThisThread();
    if (counter != null) {
      counter.silent++;
    }
  }

  /** Calls of this thread count again. */
  public static void resume() {
    CallCounter counter = ofThisThread();
    if (counter != null) {
      counter.silent--;
    }
  }

  /** A woven method begins; the object is null for a static one. */
  public static void entered(@Nullable Object self) {
    CallCounter counter = own();
    if (counter != null) {
      counter.count(self);
    }
  }

  /** A woven method is about to call the one that it overrides. */
  public static void delegating() {
    CallCounter counter = own();
    if (counter != null) {
      counter.delegating = true;
    }
  }

  /** That call has returned. */
  public static void delegated() {
    CallCounter counter = own();
    if (counter != null) {
      counter.delegating = false;
    }
  }

  private void count(@Nullable Object self) {
    if (delegating) {
      delegating = false;
      return;
    }
    if (self != null && !type.isInstance(self)) {
      return;
    }
    calls++;
    silent++;
    try {
      listener.run();
    } finally {
      silent--;
    }
  }

  @Override
  public long longValue() {
    return calls;
  }

  @Override
  public int intValue() {
    return (int) calls;
  }

  @Override
  public float floatValue() {
    return calls;
  }

  @Override
  public double doubleValue() {
    return calls;
  }
}
