package dev.tare.internal.timing.clock;

/**
 * Detects allocations in memory that the heap has not used before. The operating system provides
 * such memory page by page at the first write, which can take many times as long as the allocation
 * itself. Memory that a collection freed is mapped already.
 */
public final class HeapGrowthWatch {

  // Linux counts the page faults of a thread. The fill level of the heap is less reliable, since G1
  // may reuse regions. Measurements: docs/internals/measurements/noise.md, new memory.

  /**
   * Allocation rate below which new memory takes less than 1 % of the time without virtualization.
   */
  private static final double NOTICED_BYTES_PER_NANO = 0.1;

  /** Longest time for a new page, that of a virtual machine. */
  private static final double MOST_NANOS_PER_PAGE = 14_000;

  private static final double NOTICED_SHARE = 0.01;

  /** Smallest page size, that of Linux on x86; larger pages cause fewer faults. */
  private static final double SMALLEST_PAGE_BYTES = 4_096;

  /** Number of page faults that are allowed for memory other than objects. */
  private static final int MOST_OTHER_PAGES = 8;

  private final JvmCounters clock;
  private long committed = Long.MAX_VALUE;
  private long highest = Long.MAX_VALUE;
  private long used;
  private long fresh;
  private long bytes;
  private long pages = -1;

  public HeapGrowthWatch(JvmCounters clock) {
    this.clock = clock;
  }

  /**
   * Reads the counters before something that may allocate.
   *
   * @param countPages whether page faults are counted too, which takes longer
   */
  public void read(boolean countPages) {
    readHeap();
    pages = countPages ? clock.pageFaults() : -1;
  }

  /**
   * Returns whether the allocations since the last reading used new memory, and enough of it to
   * take noticeably longer. Without page faults this is unknown, and false, before the first
   * collection.
   *
   * @param bytes bytes that were allocated in the timed period
   * @param nanos time of that period in memory used before
   */
  public boolean usedNewMemory(long bytes, double nanos) {
    long before = this.bytes;
    boolean level = readHeap();
    if (!isNoticeable((double) bytes, nanos)) {
      return false;
    }
    long faults = pages < 0 ? -1 : clock.pageFaults() - pages;
    return faults < 0 ? level : isExplainedByPages(faults, this.bytes - before, nanos);
  }

  /**
   * Returns whether the page faults took a noticeable share of the time and belong to the heap.
   *
   * @param allocated all bytes that the thread allocated in that period
   */
  private static boolean isExplainedByPages(long faults, long allocated, double nanos) {
    return faults * MOST_NANOS_PER_PAGE > NOTICED_SHARE * nanos
        && faults <= MOST_OTHER_PAGES + 2 * allocated / SMALLEST_PAGE_BYTES;
  }

  private boolean readHeap() {
    long usedBefore = used;
    long bytesBefore = bytes;
    used = clock.heapUsedBytes();
    bytes = clock.threadAllocatedBytes();
    boolean takesNew = used > highest || fresh > 0;
    if (used < usedBefore) {
      highest = highest == Long.MAX_VALUE ? usedBefore : Math.max(highest, usedBefore);
    }
    updateUnusedMemory(bytes - bytesBefore);
    return takesNew;
  }

  /**
   * Returns whether allocating that many bytes in that time would be noticeably slower in new
   * memory.
   */
  public static boolean isNoticeable(double bytes, double nanos) {
    return bytes > NOTICED_BYTES_PER_NANO * nanos;
  }

  /**
   * Updates the bytes of newly committed memory that are still unused. A collector may use them
   * first, as G1 does for young objects.
   */
  private void updateUnusedMemory(long taken) {
    fresh = Math.max(0, fresh - taken);
    long now = clock.heapCommittedBytes();
    fresh += Math.max(0, now - committed);
    committed = now;
  }
}
