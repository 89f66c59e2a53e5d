package dev.tare.internal.attach;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.record.ThreadTree;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.DataSize;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sums the bytes that each thread allocates during a recording, by thread name.
 *
 * <p>The counters of all threads are read while the hooks record, and for threads that ran hooks
 * those of the first and the last hook are used where they are earlier or later. So the bytes of
 * the sites are a part of those of the threads. A virtual thread's bytes are its carrier's.
 */
final class ThreadTotals {

  private static final String ENDED = "threads that ended";

  /** The JVM's thread that loads an agent. */
  private static final String ATTACHING = "Attach Listener";

  /** Part of the total, in percent, above which bytes of threads that ended unseen are shown. */
  private static final int MIN_UNSEEN_PERCENT = 1;

  private final ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Map<Long, Long> first = counters();
  private final long firstOfEnded = bytesOfEnded(first);
  private Map<Long, Long> last = first;
  private Map<Long, String> names = Map.of();
  private long lastOfEnded;

  private ThreadTotals() {}

  /** Reads the counters at the start; call it when the hooks record already. */
  static ThreadTotals start() {
    return new ThreadTotals();
  }

  /** Reads the counters at the end; call it while the hooks still record. */
  void stop() {
    long total = AllocationCounters.bytesOfAllThreads();
    last = counters();
    lastOfEnded = total - sum(last);
    names = names();
  }

  private Map<Long, Long> counters() {
    long[] ids = bean.getAllThreadIds();
    long[] bytes = bean.getThreadAllocatedBytes(ids);
    Map<Long, Long> counters = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      // negative if the thread has ended since its id was read
      if (bytes[i] >= 0) {
        counters.put(ids[i], bytes[i]);
      }
    }
    return counters;
  }

  /**
   * Returns the bytes of ended threads, or a little more: the total is read after the counters at
   * the start, and before them at the end, so that their difference is not too large.
   */
  private long bytesOfEnded(Map<Long, Long> counters) {
    return AllocationCounters.bytesOfAllThreads() - sum(counters);
  }

  private static long sum(Map<Long, Long> counters) {
    return counters.values().stream().mapToLong(bytes -> bytes).sum();
  }

  /**
   * Returns one row for each thread name, with the number of threads that allocated, and a row for
   * other threads that ended.
   *
   * @param trees the calls of threads that ran hooks
   */
  Breakdown breakdown(List<ThreadTree> trees) {
    Map<Long, ThreadTree> byId = new HashMap<>();
    long endedBytes = 0;
    for (ThreadTree tree : trees) {
      endedBytes += tree.endedBytes();
      if (tree.thread() != null) {
        byId.put(tree.thread().getId(), tree);
      }
    }
    Set<Long> ids = new HashSet<>(last.keySet());
    ids.addAll(byId.keySet());
    Map<String, Row> rows = new HashMap<>();
    long unseen = lastOfEnded - firstOfEnded - endedBytes;
    for (long id : ids) {
      ThreadTree thread = byId.get(id);
      long bytes = bytes(id, thread);
      if (bytes > 0) {
        String name = thread == null ? names.getOrDefault(id, "thread " + id) : thread.name();
        rows.merge(
            label(name), new Row(new DataSize(bytes), 1, label(name), ""), ThreadTotals::sum);
      }
      unseen -= last.containsKey(id) ? 0 : bytes;
    }
    Map<Long, Long> ended = new HashMap<>(first);
    ended.keySet().removeAll(last.keySet());
    unseen -= sum(ended);
    List<Row> all = new ArrayList<>(rows.values());
    boolean hasUnseen = unseen * 100 > RecordedRows.bytes(all) * MIN_UNSEEN_PERCENT;
    long others = endedBytes + (hasUnseen ? unseen : 0);
    if (others > 0) {
      all.add(new Row(new DataSize(others), 1, ENDED, ""));
    }
    return RecordedRows.breakdown(all, List.of());
  }

  private long bytes(long id, @Nullable ThreadTree thread) {
    long from = first.getOrDefault(id, 0L);
    long to = last.getOrDefault(id, 0L);
    return thread == null
        ? to - from
        : Math.max(to, thread.last()) - Math.min(from, thread.first());
  }

  private static Row sum(Row one, Row other) {
    long bytes = RecordedRows.bytes(List.of(one, other));
    return new Row(new DataSize(bytes), one.count() + other.count(), one.type(), "");
  }

  private Map<Long, String> names() {
    return Stream.of(bean.getThreadInfo(bean.getAllThreadIds()))
        .filter(Objects::nonNull)
        .collect(Collectors.toMap(ThreadInfo::getThreadId, ThreadInfo::getThreadName));
  }

  /** Returns whether a thread of this name records, so that all its bytes are the recording's. */
  static boolean isOwn(String name) {
    return name.startsWith(Entry.THREAD_NAME) || name.equals(ATTACHING);
  }

  private static String label(String name) {
    return isOwn(name) ? RecordedRows.OWN + " (" + name + ")" : name;
  }
}
