package dev.tare.internal.survival;

import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Threads of the JDK that run finalizers, cleaners and reference processing, which is work that a
 * call leaves to other threads. Cleaners with a custom thread factory are not found.
 */
final class CleanupThreads {

  /** Waits in the JVM, where its state is {@code RUNNABLE}. */
  private static final String REFERENCE_HANDLER = "Reference Handler";

  // names of java.lang.ref.Finalizer, Reference and of jdk.internal.ref.CleanerFactory, CleanerImpl
  private static final List<String> NAMES =
      List.of("Finalizer", REFERENCE_HANDLER, "Common-Cleaner");

  private static final String CLEANER_PREFIX = "Cleaner-";

  private static final String QUEUE_CLASS = ReferenceQueue.class.getName();

  /** Maximum wait for finalizers and cleaners, which may never end. */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private CleanupThreads() {}

  /** Waits until these threads are idle, for at most a second. */
  public static void awaitIdle() {
    List<Thread> threads =
        threads().filter(thread -> !thread.getName().equals(REFERENCE_HANDLER)).toList();
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

  private static Stream<Thread> threads() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    for (@Nullable ThreadGroup group = root; group != null; group = group.getParent()) {
      root = group;
    }
    Thread[] threads = new Thread[2 * root.activeCount() + NAMES.size()];
    int found = root.enumerate(threads);
    return Arrays.stream(threads, 0, found).filter(thread -> isCleanup(thread.getName()));
  }

  private static boolean isCleanup(String name) {
    return NAMES.contains(name) || name.startsWith(CLEANER_PREFIX);
  }
}
