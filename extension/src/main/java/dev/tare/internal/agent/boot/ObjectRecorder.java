package dev.tare.internal.agent.boot;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes objects from woven code to a listener: each object that is created on any platform thread,
 * or each object on which a thread calls a method.
 *
 * <p>Virtual threads are left out unless a thread is given, because they could deadlock. A virtual
 * thread that waits for the listener leaves its carrier. The carrier creates objects in doing so
 * and waits for the listener too, until no carrier is left to run the virtual thread that the
 * others wait for.
 */
public final class ObjectRecorder implements Runnable, AutoCloseable {

  // Only types of java.base, because this class is copied there: Runnable starts it, AutoCloseable
  // stops it.

  private static volatile @Nullable ObjectRecorder active;

  private final Consumer<@Nullable Object> listener;
  private final @Nullable Thread only;
  private final Class<?> type;
  private volatile @Nullable Thread listenerThread;
  private long elsewhere; // approximate, since several threads add to it

  /**
   * @param listener receives the objects, one at a time, except those that it passes on itself
   * @param only the thread whose objects are passed on; null for all platform threads
   * @param type the type of the objects that are counted on other threads
   */
  public ObjectRecorder(Consumer<@Nullable Object> listener, @Nullable Thread only, Class<?> type) {
    this.listener = listener;
    this.only = only;
    this.type = type;
  }

  /**
   * Starts recording.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    activate(this);
  }

  /** Stops recording, and waits for a running listener. */
  @Override
  public void close() {
    deactivate(this);
    synchronized (this) {
      // acquired when no listener runs any more
    }
  }

  private static synchronized void activate(ObjectRecorder recorder) {
    if (active != null) {
      throw new IllegalStateException(active.getClass().getName());
    }
    active = recorder;
  }

  private static synchronized void deactivate(ObjectRecorder recorder) {
    if (active == recorder) {
      active = null;
    }
  }

  /**
   * Called when a woven method begins, or with a new object; several times if its constructor calls
   * another constructor of a woven class.
   *
   * @param object the new object, or the one on which the method is called; null for a static
   *     method
   */
  public static void pass(@Nullable Object object) {
    ObjectRecorder recorder = active;
    if (recorder != null) {
      recorder.notifyListener(object);
    }
  }

  /** Returns about how often methods have begun on threads that are not recorded. */
  public long elsewhere() {
    return elsewhere;
  }

  private boolean records(Thread thread) {
    return only == null
        ? !thread.getClass().getName().endsWith("VirtualThread") // as in every JVM that has any
        : only == thread;
  }

  private void notifyListener(@Nullable Object object) {
    Thread thread = Thread.currentThread();
    if (listenerThread == thread) {
      return;
    }
    if (!records(thread)) {
      if (object == null || type.isInstance(object)) {
        elsewhere++; // without the call of a method that may be woven
      }
      return;
    }
    synchronized (this) {
      if (active != this) {
        return;
      }
      listenerThread = thread;
      try {
        listener.accept(object);
      } finally {
        listenerThread = null;
      }
    }
  }
}
