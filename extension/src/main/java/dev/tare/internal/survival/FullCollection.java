package dev.tare.internal.survival;

import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.heap.walk.HeapRoots;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

  /**
   * Threads of the JDK that run finalizers and cleaners, which is work that a call leaves to other
   * threads. Cleaners with a custom thread factory are not found.
   */
  static final class CleanupThreads {

    // names of java.lang.ref.Finalizer and of jdk.internal.ref.CleanerFactory, CleanerImpl
    private static final List<String> NAMES = List.of("Finalizer", "Common-Cleaner");

    private static final String CLEANER_PREFIX = "Cleaner-";

    private static final String QUEUE_CLASS = ReferenceQueue.class.getName();

    /** Maximum wait for finalizers and cleaners, which may never end. */
    private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private CleanupThreads() {}

    /** Waits until these threads are idle, for at most a second. */
    static void awaitIdle() {
      List<Thread> threads =
          HeapRoots.liveThreads().stream().filter(thread -> isCleanup(thread.getName())).toList();
      long end = System.nanoTime() + MAX_WAIT_NANOS;
      do {
        LockSupport.parkNanos(POLL_NANOS);
      } while (threads.stream().anyMatch(CleanupThreads::isBusy) && System.nanoTime() < end);
    }

    /** Returns whether a thread runs, or waits for anything but references. */
    private static boolean isBusy(Thread thread) {
      return switch (thread.getState()) {
        case RUNNABLE, BLOCKED -> true;
        case WAITING, TIMED_WAITING ->
            Arrays.stream(thread.getStackTrace())
                .noneMatch(frame -> frame.getClassName().equals(QUEUE_CLASS));
        case NEW, TERMINATED -> false;
      };
    }

    private static boolean isCleanup(String name) {
      return NAMES.contains(name) || name.startsWith(CLEANER_PREFIX);
    }
  }
}
