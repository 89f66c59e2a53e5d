package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Counts one thread's calls of woven methods on objects of one type, and notifies a listener of
 * each.
 *
 * <p>A call that another woven method makes is part of that method's call and does not count. A
 * method that calls itself counts each time.
 */
public final class CallCounter implements Runnable, AutoCloseable {

  // Only types of java.lang, because this class is copied there: Runnable starts it and is the
  // listener, AutoCloseable stops it.

  private static volatile @Nullable CallCounter active;

  private final Thread thread;
  private final Class<?> type;
  private final Runnable listener;
  private long calls;
  private int pauses; // nested; 0 while calls count
  private @Nullable String caller; // the woven method that calls one of the same name now

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
   * Starts counting.
   *
   * @throws IllegalStateException if another counter has been started
   */
  @Override
  public void run() {
    activate(this);
  }

  /** Stops counting. */
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

  private static @Nullable CallCounter ofThisThread() {
    CallCounter counter = active;
    return counter != null && counter.thread == Thread.currentThread() ? counter : null;
  }

  /**
   * Suspends counting on this thread until {@link #resume()}, for calls that the body does not
   * make.
   */
  public static void pause() {
    CallCounter counter = ofThisThread();
    if (counter != null) {
      counter.pauses++;
    }
  }

  /** Resumes counting on this thread. */
  public static void resume() {
    CallCounter counter = ofThisThread();
    if (counter != null) {
      counter.pauses--;
    }
  }

  /**
   * Called when a woven method begins.
   *
   * @param self the object that it is called on; null for a static method
   * @param method identifies the method
   */
  public static void entered(@Nullable Object self, String method) {
    CallCounter counter = ofThisThread();
    if (counter != null && counter.pauses == 0) {
      counter.count(self, method);
    }
  }

  /**
   * Called before a woven method calls a method of its name, or passes its call to an interceptor.
   *
   * @param self as in {@link #entered}
   * @param method identifies the calling method; empty if it passes its own call on
   */
  public static void calling(@Nullable Object self, String method) {
    CallCounter counter = ofThisThread();
    if (counter != null && counter.pauses == 0 && counter.counts(self)) {
      counter.caller = method;
    }
  }

  /** Called after such a call, which may have run no woven method. */
  public static void called() {
    CallCounter counter = ofThisThread();
    if (counter != null && counter.pauses == 0) {
      counter.caller = null;
    }
  }

  private boolean counts(@Nullable Object self) {
    return self == null || type.isInstance(self);
  }

  private void count(@Nullable Object self, String method) {
    boolean isPart = caller != null && !caller.equals(method);
    caller = null;
    if (isPart || !counts(self)) {
      return;
    }
    calls++;
    pauses++;
    try {
      listener.run();
    } finally {
      pauses--;
    }
  }

  /** Returns the number of calls. */
  public long calls() {
    return calls;
  }
}
