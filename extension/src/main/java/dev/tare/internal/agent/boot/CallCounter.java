package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Counts one thread's calls of woven methods on objects of one type, and notifies a listener of
 * each.
 *
 * <p>A call from an overriding method to the overridden one is not counted again.
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
  private int links; // nested; 0 unless the JVM loads a class or links code
  private boolean delegating; // the next entry is that of an overridden method

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

  private static @Nullable CallCounter countingOnThisThread() {
    CallCounter counter = ofThisThread();
    return counter != null && counter.pauses == 0 ? counter : null;
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
   */
  public static void entered(@Nullable Object self) {
    CallCounter counter = countingOnThisThread();
    if (counter != null) {
      counter.count(self);
    }
  }

  /**
   * Called when a woven method of the JDK begins. Calls that the JVM makes while it loads classes
   * or links code do not count.
   *
   * @param self as in {@link #entered}
   */
  public static void enteredInJdk(@Nullable Object self) {
    CallCounter counter = countingOnThisThread();
    if (counter != null && counter.links == 0) {
      counter.count(self);
    }
  }

  /** Called when the JVM begins to load a class or to link code. */
  public static void linking() {
    CallCounter counter = ofThisThread();
    if (counter != null) {
      counter.links++;
    }
  }

  /** Called when the JVM has loaded the class or linked the code. */
  public static void linked() {
    CallCounter counter = ofThisThread();
    if (counter != null) {
      counter.links--;
    }
  }

  /** Called before a woven method calls the one that it overrides. */
  public static void delegating() {
    CallCounter counter = countingOnThisThread();
    if (counter != null) {
      counter.delegating = true;
    }
  }

  /** Called after the call of the overridden method. */
  public static void delegated() {
    CallCounter counter = countingOnThisThread();
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
