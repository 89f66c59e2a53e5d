package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes that all threads but the calling one have allocated so far, ended threads
 * included: the JVM's total less the calling thread's bytes.
 *
 * <p>The two cannot be read at one instant, and the total is unreliable while other threads
 * allocate:
 *
 * <ul>
 *   <li>The JVM adds up running threads without stopping them and may count a thread's buffer
 *       twice.
 *   <li>The total never decreases. After such a reading it stalls until the real total has caught
 *       up.
 * </ul>
 *
 * <p>So both are read twice. A reading is exact if the total grew by exactly what the reading
 * itself allocated: then no other thread allocated, and the total is not stalled.
 */
public final class OtherThreadBytes {

  // if other threads are idle, the first attempt succeeds; if they are not, hardly any does
  private static final int MAX_ATTEMPTS = 32;

  // a stalled total is ahead by a few thread buffers, which are megabytes
  private static final int CATCH_UP_BYTES = 1024 * 1024;

  private final ThreadMXBean bean;
  private final TotalReader total;

  private long totalBytes;
  private long ownBytes;
  private boolean stalled;

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private byte @Nullable [] allocated;

  OtherThreadBytes(ThreadMXBean bean, TotalReader total) {
    this.bean = bean;
    this.total = total;
  }

  /**
   * Returns the exact bytes; negative if other threads allocate all the time, and for a virtual
   * thread.
   *
   * @param stopsThreads whether to stop all threads for a moment; otherwise this takes
   *     microseconds, and a thread that is being removed may be missed
   */
  public long read(boolean stopsThreads) {
    boolean exact = false;
    for (int i = 0; i < MAX_ATTEMPTS && !exact; i++) {
      exact = readOnce(stopsThreads);
    }
    stalled = false;
    allocated = null;
    return exact ? totalBytes - ownBytes : -1;
  }

  /**
   * Returns the bytes; if they cannot be read exactly, they may be off by the size of some thread
   * buffers.
   */
  public long estimate(boolean stopsThreads) {
    long exact = read(stopsThreads);
    return exact >= 0 ? exact : total.read() - Math.max(0, bean.getCurrentThreadAllocatedBytes());
  }

  private boolean readOnce(boolean stopsThreads) {
    long ownBefore = bean.getCurrentThreadAllocatedBytes();
    long totalBefore = total.read();
    allocated = new byte[stalled ? CATCH_UP_BYTES : 1];
    boolean exact = matchesOwnGrowth(totalBefore, ownBefore);
    if (exact && stopsThreads) {
      // Stops all threads for a moment. Otherwise a thread that is being removed, which the total
      // misses, or a buffer that is counted twice could be so in both readings. Costly if other
      // threads run.
      bean.findMonitorDeadlockedThreads();
      exact = matchesOwnGrowth(totalBefore, ownBefore);
    }
    stalled = !exact && totalBytes - totalBefore < ownBytes - ownBefore;
    return exact;
  }

  private boolean matchesOwnGrowth(long totalBefore, long ownBefore) {
    totalBytes = total.read();
    ownBytes = bean.getCurrentThreadAllocatedBytes();
    long ownGrowth = ownBytes - ownBefore;
    return ownGrowth > 0 && totalBytes - totalBefore == ownGrowth;
  }
}
