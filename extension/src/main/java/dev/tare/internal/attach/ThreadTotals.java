package dev.tare.internal.attach;

import com.sun.management.ThreadMXBean;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.DataSize;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sums the bytes that each thread allocates, by thread name.
 *
 * <p>The bytes of a thread that is alive at the last sample are complete. For a thread that ended,
 * they are those of the last sample that includes it. A virtual thread's bytes are its carrier's.
 */
final class ThreadTotals {

  /** The time between two samples. */
  static final long PERIOD_MILLIS = 100;

  /** Maximum number of names of ended threads; others are part of the row {@link #REST}. */
  private static final int MAX_NAMES = 10_000;

  private static final String REST = "threads that ended between two samples, and the JVM's own";

  private final ThreadMXBean bean;
  private final Map<Long, LiveThread> alive = new HashMap<>();
  private final Map<String, ThreadSum> ended = new HashMap<>();
  private int samples;

  /** A thread that was alive at the last sample. */
  private static final class LiveThread {
    private final String name;
    private final long firstBytes;
    private long lastBytes;
    private int lastSample;

    LiveThread(String name, long firstBytes) {
      this.name = name;
      this.firstBytes = firstBytes;
    }
  }

  /** The bytes of some threads of one name. */
  private record ThreadSum(long bytes, long threads) {
    static ThreadSum of(LiveThread thread) {
      long bytes = thread.lastBytes - thread.firstBytes;
      return new ThreadSum(bytes, bytes > 0 ? 1 : 0);
    }

    ThreadSum plus(ThreadSum other) {
      return new ThreadSum(bytes + other.bytes, threads + other.threads);
    }
  }

  private ThreadTotals(ThreadMXBean bean) {
    this.bean = bean;
  }

  /** Takes the first sample; empty if this JVM does not count bytes by thread. */
  static Optional<ThreadTotals> start() {
    if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
        && bean.isThreadAllocatedMemorySupported()
        && bean.isThreadAllocatedMemoryEnabled()) {
      ThreadTotals totals = new ThreadTotals(bean);
      totals.sample();
      return Optional.of(totals);
    }
    return Optional.empty();
  }

  /** Reads the counters of all threads. */
  synchronized void sample() {
    samples++;
    long[] ids = bean.getAllThreadIds();
    long[] bytes = bean.getThreadAllocatedBytes(ids);
    for (int i = 0; i < ids.length; i++) {
      // negative if the thread has ended since its id was read
      if (bytes[i] >= 0) {
        sample(ids[i], bytes[i]);
      }
    }
    alive.values().removeIf(this::hasEnded);
  }

  private void sample(long id, long bytes) {
    LiveThread thread = alive.get(id);
    if (thread == null) {
      // a thread that first appears in a later sample was started during the recording
      thread = new LiveThread(name(id), samples == 1 ? bytes : 0);
      alive.put(id, thread);
    }
    thread.lastBytes = bytes;
    thread.lastSample = samples;
  }

  private String name(long id) {
    ThreadInfo thread = bean.getThreadInfo(id);
    return thread == null ? "thread " + id : thread.getThreadName();
  }

  private boolean hasEnded(LiveThread thread) {
    if (thread.lastSample == samples) {
      return false;
    }
    if (ended.size() < MAX_NAMES || ended.containsKey(thread.name)) {
      ended.merge(thread.name, ThreadSum.of(thread), ThreadSum::plus);
    }
    return true;
  }

  /**
   * Returns one row for each thread name, with the number of threads that allocated, and a row for
   * the bytes of the total that belong to no sampled thread.
   *
   * @param total the bytes of all threads; negative if the JVM does not count them
   */
  synchronized Breakdown breakdown(long total) {
    Map<String, ThreadSum> sums = new HashMap<>(ended);
    for (LiveThread thread : alive.values()) {
      sums.merge(thread.name, ThreadSum.of(thread), ThreadSum::plus);
    }
    List<Row> rows = new ArrayList<>();
    sums.forEach(
        (name, sum) -> {
          if (sum.bytes > 0) {
            rows.add(new Row(new DataSize(sum.bytes), sum.threads, label(name), ""));
          }
        });
    long rest = total - RecordedRows.bytes(rows);
    if (rest > 0) {
      rows.add(new Row(new DataSize(rest), 1, REST, ""));
    }
    return RecordedTables.breakdown(rows, List.of());
  }

  private static String label(String name) {
    return name.startsWith(Entry.THREAD_NAME) ? "the recording itself (" + name + ")" : name;
  }
}
