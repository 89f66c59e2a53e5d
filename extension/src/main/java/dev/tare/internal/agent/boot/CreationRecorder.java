package dev.tare.internal.agent.boot;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes each object that woven code creates to a listener, whatever thread creates it; virtual
 * threads are left out.
 *
 * <p>A virtual thread that waits for the listener leaves its carrier, which creates objects in
 * doing so and waits too: then none is left to run the thread that the others wait for.
 */
public final class CreationRecorder implements Runnable, AutoCloseable {

  // The types are those of java.base, where a copy of this class lies: Runnable starts it,
  // AutoCloseable stops it.

  /** The superclass of virtual threads; null if this JVM has none. */
  private static final @Nullable Class<?> VIRTUAL = virtualThreads();

  private static volatile @Nullable CreationRecorder active;

  private final Consumer<Object> listener;
  private volatile @Nullable Thread listening;

  /**
   * @param listener receives the objects, one at a time; those that it creates itself are left out
   */
  public CreationRecorder(Consumer<Object> listener) {
    this.listener = listener;
  }

  /**
   * Starts.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    activate(this);
  }

  /** Stops. */
  @Override
  public void close() {
    deactivate(this);
    synchronized (this) {
      // no listener runs any more
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

  /** Called with a new object. A constructor may call another one: then it is called in both. */
  public static void created(@Nullable Object object) {
    CreationRecorder recorder = active;
    if (recorder != null && object != null) {
      recorder.pass(object);
    }
  }

  /** Called with a new array of arrays. */
  public static void arrays(@Nullable Object array) {
    created(array);
    if (array instanceof Object[] elements) {
      for (Object element : elements) {
        arrays(element);
      }
    }
  }

  /** Called in the constructor of {@code Object}, which runs for every object. */
  public static void plain(Object object) {
    if (active != null && object.getClass() == Object.class) {
      created(object);
    }
  }

  private static @Nullable Class<?> virtualThreads() {
    try {
      return Class.forName("java.lang.BaseVirtualThread");
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private void pass(Object object) {
    Thread thread = Thread.currentThread();
    if (listening == thread || (VIRTUAL != null && VIRTUAL.isInstance(thread))) {
      return;
    }
    synchronized (this) {
      if (active != this) {
        return;
      }
      listening = thread;
      try {
        listener.accept(object);
      } finally {
        listening = null;
      }
    }
  }
}
