package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Counts the calls that one thread makes of woven methods on objects of one type, and notifies a
 * listener of each.
 *
 * <p>A call from an overriding method to the overridden one is not counted again.
 */
public final class CallCounter implements Runnable, AutoCloseable {

  // The types are those of java.lang, where a copy of this class lies: Runnable starts it and
  // listens, AutoCloseable stops it.

  private static volatile @Nullable CallCounter active;

  private final Thread thread;
  private final Class<?> type;
  private final Runnable listener;
  private long calls;
  private int silent;
  private boolean delegating;

  /**
   * @param thread the thread whose calls count
   * @param type the type of the objects
   * @param listener runs at each call, on that thread; calls that it makes itself do not count
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
      throw new IllegalStateException(active.getClass().getName());
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

  /**
   * Suspends counting on this thread until {@link #resume()}, for calls that are not the body's.
   */
  public static void pause() {
    CallCounter counter = ofThisThread();
    if (counter != null) {
      counter.silent++;
    }
  }

  /** Resumes counting on this thread. */
  public static void resume() {
    CallCounter counter = ofThisThread();
    if (counter != null) {
      counter.silent--;
    }
  }

  /** Called when a woven method begins; the object is null for a static method. */
  public static void entered(@Nullable Object self) {
    CallCounter counter = own();
    if (counter != null) {
      counter.count(self);
    }
  }

  /** Called before a woven method calls the one that it overrides. */
  public static void delegating() {
    CallCounter counter = own();
    if (counter != null) {
      counter.delegating = true;
    }
  }

  /** Called after the call of the overridden method. */
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

  /** Returns the number of calls. */
  public long calls() {
    return calls;
  }
}
