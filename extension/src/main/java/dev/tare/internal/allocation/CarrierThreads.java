package dev.tare.internal.allocation;

import java.util.Arrays;
import java.util.Objects;

/** Finds the carrier threads of virtual threads; there are none before JDK 21. */
final class CarrierThreads {

  // the JDK puts all carriers, and no other thread, into a group of this name directly below the
  // root
  private static final String GROUP = "CarrierThreads";

  private CarrierThreads() {}

  /** Returns the identifiers of the live carrier threads. */
  static long[] liveIds() {
    ThreadGroup root = root();
    ThreadGroup[] groups = new ThreadGroup[root.activeGroupCount() + 8];
    int count = root.enumerate(groups, false);
    return Arrays.stream(groups, 0, count)
        .filter(group -> group.getName().equals(GROUP))
        .flatMapToLong(group -> Arrays.stream(threadIds(group)))
        .toArray();
  }

  private static ThreadGroup root() {
    ThreadGroup group = Objects.requireNonNull(Thread.currentThread().getThreadGroup());
    for (ThreadGroup parent = group.getParent(); parent != null; parent = group.getParent()) {
      group = parent;
    }
    return group;
  }

  private static long[] threadIds(ThreadGroup group) {
    Thread[] threads = new Thread[group.activeCount() + 8];
    int count = group.enumerate(threads, false);
    return Arrays.stream(threads, 0, count).mapToLong(Thread::getId).toArray();
  }
}
