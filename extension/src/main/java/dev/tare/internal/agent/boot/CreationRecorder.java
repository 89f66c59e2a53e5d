package dev.tare.internal.agent.boot;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes each object that woven code creates on any platform thread to a listener.
 *
 * <p>Virtual threads are left out, because they could deadlock. A virtual thread that waits for the
 * listener leaves its carrier. The carrier creates objects in doing so and waits for the listener
 * too, until no carrier is left to run the virtual thread that the others wait for.
 */
public final class CreationRecorder implements Runnable, AutoCloseable {

  // Only types of java.base, because this class is copied there: Runnable starts it, AutoCloseable
  // stops it.

  /** The superclass of virtual threads; null if this JVM has none. */
  private static final @Nullable Class<?> VIRTUAL_THREAD_TYPE = virtualThreadType();

  private static volatile @Nullable CreationRecorder active;

  private final Consumer<Object> listener;
  private volatile @Nullable Thread listenerThread;

  /**
   * @param listener receives the objects, one at a time, except those that it creates itself
   */
  public CreationRecorder(Consumer<Object> listener) {
    this.listener = listener;
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

  private static synchronized void activate(CreationRecorder recorder) {
    if (active != null) {
      throw new IllegalStateException(active.getClass().getName());
    }
    active = recorder;
  }

  private static synchronized void deactivate(CreationRecorder recorder) {
    if (active == recorder) {
      active = null;
    }
  }

  /**
   * Called with a new object; several times if its constructor calls another constructor of a woven
   * class.
   */
  public static void created(@Nullable Object object) {
    CreationRecorder recorder = active;
    if (recorder != null && object != null) {
      recorder.notifyListener(object);
    }
  }

  /** Called with a new array of arrays. */
  public static void createdArrays(@Nullable Object array) {
    created(array);
    if (array instanceof Object[] elements) {
      for (Object element : elements) {
        createdArrays(element);
      }
    }
  }

  /** Called in the constructor of {@code Object}, which runs for every object; skips subclasses. */
  public static void createdPlainObject(Object object) {
    if (active != null && object.getClass() == Object.class) {
      created(object);
    }
  }

  private static @Nullable Class<?> virtualThreadType() {
    try {
      return Class.forName("java.lang.BaseVirtualThread");
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private void notifyListener(Object object) {
    Thread thread = Thread.currentThread();
    if (listenerThread == thread
        || (VIRTUAL_THREAD_TYPE != null && VIRTUAL_THREAD_TYPE.isInstance(thread))) {
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
