package dev.tare.internal.survival;

import dev.tare.internal.agent.DiagnosticCommand;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import javax.management.JMException;

/**
 * Full garbage collection by {@code System.gc()}. If that does nothing, as under {@code
 * -XX:+DisableExplicitGC}, the JVM's diagnostic command {@code GC.run} is used, which starts the
 * management server: about 0.1 s.
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
    return await(System::gc) || await(FullCollection::requestByCommand);
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

  private static void requestByCommand() {
    try {
      DiagnosticCommand.execute("gcRun");
    } catch (JMException | RuntimeException e) {
      // the caller checks whether anything was collected
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
