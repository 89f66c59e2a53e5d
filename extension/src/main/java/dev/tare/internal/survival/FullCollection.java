package dev.tare.internal.survival;

import dev.tare.internal.agent.DiagnosticCommand;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import javax.management.JMException;

/**
 * Full garbage collection, requested by the JVM's diagnostic command {@code GC.run}, which works
 * under {@code -XX:+DisableExplicitGC} too. {@code System.gc()} is called in a JVM without that
 * command.
 */
final class FullCollection {

  private static final long ENQUEUE_MILLIS = 1_000;

  private FullCollection() {}

  /**
   * Collects, and waits until the JVM has passed on the references that it cleared, so that
   * cleaners and finalizers can begin.
   *
   * @return whether garbage was collected; false if the collector never collects, as Epsilon
   */
  static boolean run() {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    WeakReference<Object> garbage = new WeakReference<>(new Object(), queue);
    request();
    boolean collected = garbage.refersTo(null);
    if (collected) {
      awaitOne(queue);
    }
    return collected;
  }

  private static void request() {
    try {
      DiagnosticCommand.give("gcRun");
    } catch (JMException | RuntimeException e) {
      System.gc(); // whether it collected is checked
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
