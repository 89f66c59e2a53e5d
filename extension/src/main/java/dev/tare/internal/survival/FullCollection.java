package dev.tare.internal.survival;

import dev.tare.internal.agent.CleanupThreads;
import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.JvmFlags;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import javax.management.JMException;

/**
 * Full garbage collection by {@code System.gc()}. Under {@code -XX:+DisableExplicitGC} the JVM's
 * diagnostic command {@code GC.run} is used, which starts the management server: about 0.1 s.
 */
final class FullCollection {

  private static final long ENQUEUE_MILLIS = 1_000;

  private FullCollection() {}

  /**
   * Collects, and waits until the JVM has enqueued the references that it cleared, and until
   * cleaners and finalizers have run.
   *
   * @return whether garbage was collected; false if the collector never collects, as Epsilon
   */
  static boolean run() {
    return await(FullCollection::request);
  }

  /** Waits as {@link #run()} after a request that collects garbage. */
  static boolean await(Runnable request) {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    WeakReference<Object> garbage = new WeakReference<>(new Object(), queue);
    request.run();
    boolean collected = garbage.refersTo(null);
    if (collected) {
      awaitOne(queue);
      CleanupThreads.awaitIdle();
    }
    return collected;
  }

  private static void request() {
    if (!DisabledCalls.ARE_DISABLED) {
      System.gc();
      return;
    }
    try {
      DiagnosticCommand.give("gcRun");
    } catch (JMException | RuntimeException e) {
      System.gc(); // whether it collected is checked
    }
  }

  /** Whether {@code System.gc()} does nothing, read when first needed. */
  private static final class DisabledCalls {
    static final boolean ARE_DISABLED = areDisabled();

    private static boolean areDisabled() {
      try {
        return JvmFlags.isOn("DisableExplicitGC");
      } catch (LinkageError e) {
        return false; // no module that could read it
      }
    }
  }

  private static void awaitOne(ReferenceQueue<Object> queue) {
    try {
      queue.remove(ENQUEUE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
