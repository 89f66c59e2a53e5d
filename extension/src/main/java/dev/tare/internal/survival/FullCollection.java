package dev.tare.internal.survival;

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
   * Collects garbage. Waits until the JVM has enqueued the references that it cleared, and until
   * cleaners and finalizers have run.
   *
   * @return false if nothing was collected, as with a collector that never collects (Epsilon)
   */
  static boolean run() {
    return await(FullCollection::request);
  }

  /** Collects garbage by a given request, and waits as {@link #run()} does. */
  static boolean await(Runnable request) {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    WeakReference<Object> garbage = new WeakReference<>(new Object(), queue);
    request.run();
    boolean collected = garbage.refersTo(null);
    if (collected) {
      awaitEnqueued(queue);
      CleanupThreads.awaitIdle();
    }
    return collected;
  }

  private static void request() {
    if (!ExplicitGc.IS_DISABLED) {
      System.gc();
      return;
    }
    try {
      DiagnosticCommand.execute("gcRun");
    } catch (JMException | RuntimeException e) {
      System.gc(); // the caller checks whether it collected
    }
  }

  /** Whether {@code System.gc()} does nothing; a class of its own, so that it is read on demand. */
  private static final class ExplicitGc {
    static final boolean IS_DISABLED = isDisabled();

    private static boolean isDisabled() {
      try {
        return JvmFlags.isOn("DisableExplicitGC");
      } catch (LinkageError e) {
        return false; // the module that reads flags is missing
      }
    }
  }

  private static void awaitEnqueued(ReferenceQueue<Object> queue) {
    try {
      queue.remove(ENQUEUE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
