package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.record.OtherThreads;
import dev.tare.internal.agent.record.OtherThreads.KnownThread;
import java.util.stream.Stream;

/** Selects the threads that a breakdown records, before a body is called. */
final class LiveThreads {

  /** Maximum number of threads that are recorded separately at a time. */
  private static final int MAX_RECORDED = 64;

  private LiveThreads() {}

  /** Returns a selection of the threads that start later; live threads are not recorded. */
  static OtherThreads onlyStartedLater() {
    return new OtherThreads(
        MAX_RECORDED, liveThreads().map(thread -> new KnownThread(thread, -1)).toList());
  }

  /**
   * Returns a selection of all threads; live threads are recorded from their counters' current
   * values.
   */
  static OtherThreads allThreads(ThreadMXBean bean) {
    return new OtherThreads(
        MAX_RECORDED,
        liveThreads()
            .map(thread -> new KnownThread(thread, bean.getThreadAllocatedBytes(thread.getId())))
            .toList());
  }

  private static Stream<Thread> liveThreads() {
    return Thread.getAllStackTraces().keySet().stream();
  }
}
