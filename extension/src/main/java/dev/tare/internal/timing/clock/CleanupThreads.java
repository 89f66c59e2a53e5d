package dev.tare.internal.timing.clock;

import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads of the JDK that run finalizers, cleaners and reference processing: work that a call
 * leaves to other threads. Cleaners with a thread factory of their own are not found.
 */
final class CleanupThreads {

  // names of java.lang.ref.Finalizer, Reference and of jdk.internal.ref.CleanerFactory, CleanerImpl
  private static final List<String> NAMES =
      List.of("Finalizer", "Reference Handler", "Common-Cleaner");

  private static final String CLEANER = "Cleaner-";

  private CleanupThreads() {}

  /** Returns the CPU time of these threads, in nanoseconds. */
  static long cpuNanos(ThreadMXBean bean) {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    for (@Nullable ThreadGroup group = root; group != null; group = group.getParent()) {
      root = group;
    }
    Thread[] threads = new Thread[2 * root.activeCount() + NAMES.size()];
    int found = root.enumerate(threads);
    return Arrays.stream(threads, 0, found)
        .filter(thread -> isCleanup(thread.getName()))
        .mapToLong(thread -> Math.max(0, bean.getThreadCpuTime(thread.getId())))
        .sum();
  }

  private static boolean isCleanup(String name) {
    return NAMES.contains(name) || name.startsWith(CLEANER);
  }
}
