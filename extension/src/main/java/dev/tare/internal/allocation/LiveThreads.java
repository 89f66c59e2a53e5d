package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.record.OtherThreads;
import dev.tare.internal.agent.record.OtherThreads.Known;
import java.util.stream.Stream;

/** The threads that are there before a body is called. */
final class LiveThreads {

  /** More threads than this at a time are not told apart. */
  private static final int MOST = 64;

  private LiveThreads() {}

  /** Those that come are recorded, those that are there are not. */
  static OtherThreads bystanders() {
    return new OtherThreads(MOST, all().map(thread -> new Known(thread, -1)).toList());
  }

  /** All are recorded, from where their counters stand. */
  static OtherThreads counted(ThreadMXBean bean) {
    return new OtherThreads(
        MOST,
        all()
            .map(thread -> new Known(thread, bean.getThreadAllocatedBytes(thread.getId())))
            .toList());
  }

  private static Stream<Thread> all() {
    return Thread.getAllStackTraces().keySet().stream();
  }
}
