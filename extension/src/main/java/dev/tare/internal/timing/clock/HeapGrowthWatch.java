package dev.tare.internal.timing.clock;

/**
 * Detects allocations in memory that the heap has not used before. The operating system provides
 * such memory page by page at the first write, which can take many times as long as the allocation
 * itself. Memory that was freed by a collection is already mapped.
 */
public final class HeapGrowthWatch {

  // The page faults of a thread, which Linux counts, are used where available. The fill level of
  // the heap is less reliable, since G1 may reuse regions. Measurements:
  // docs/internals/measurements/noise.md, new memory.

  /**
   * Allocation rate below which new memory takes less than 1 % of the time without virtualization.
   */
  private static final double NOTICEABLE_BYTES_PER_NANO = 0.1;

  /** Longest time for a new page, as measured on virtual machines. */
  private static final double MAX_NANOS_PER_PAGE = 14_000;

  private static final double NOTICEABLE_SHARE = 0.01;

  /** Smallest page size, that of Linux on x86; larger pages cause fewer faults. */
  private static final double MIN_PAGE_BYTES = 4_096;

  /** Number of page faults that may come from memory other than objects. */
  private static final int MAX_OTHER_PAGES = 8;

  private final JvmCounters clock;
  private long committedBytes = Long.MAX_VALUE;
  private long highestUsedBytes = Long.MAX_VALUE;
  private long usedBytes;
  private long unusedNewBytes;
  private long allocatedBytes;
  private long pageFaults = -1;

  public HeapGrowthWatch(JvmCounters clock) {
    this.clock = clock;
  }

  /**
   * Reads the counters before a period in which objects may be allocated.
   *
   * @param countPages whether page faults are counted, which takes longer
   */
  public void read(boolean countPages) {
    readHeap();
    pageFaults = countPages ? clock.pageFaults() : -1;
  }

  /**
   * Returns whether the allocations since the last reading used so much new memory that they took
   * noticeably longer. If page faults are not counted, the answer is false until the first
   * collection.
   *
   * @param bytes bytes that were allocated in the timed period
   * @param nanos time that the period takes in used memory
   */
  public boolean usedNewMemory(long bytes, double nanos) {
    long allocatedBefore = allocatedBytes;
    boolean byFillLevel = readHeap();
    if (!isNoticeable((double) bytes, nanos)) {
      return false;
    }
    long faults = pageFaults < 0 ? -1 : clock.pageFaults() - pageFaults;
    return faults < 0
        ? byFillLevel
        : isExplainedByPages(faults, allocatedBytes - allocatedBefore, nanos);
  }

  /**
   * Returns whether the page faults took a noticeable share of the time and belong to the heap.
   *
   * @param allocated all bytes that the thread allocated in the period
   */
  private static boolean isExplainedByPages(long faults, long allocated, double nanos) {
    return faults * MAX_NANOS_PER_PAGE > NOTICEABLE_SHARE * nanos
        && faults <= MAX_OTHER_PAGES + 2 * allocated / MIN_PAGE_BYTES;
  }

  /**
   * Reads the counters of the heap and returns whether its fill level shows that new memory was
   * used since the last reading.
   */
  private boolean readHeap() {
    long usedBefore = usedBytes;
    long allocatedBefore = allocatedBytes;
    usedBytes = clock.heapUsedBytes();
    allocatedBytes = clock.threadAllocatedBytes();
    boolean takesNew = usedBytes > highestUsedBytes || unusedNewBytes > 0;
    if (usedBytes < usedBefore) {
      highestUsedBytes =
          highestUsedBytes == Long.MAX_VALUE ? usedBefore : Math.max(highestUsedBytes, usedBefore);
    }
    updateUnusedMemory(allocatedBytes - allocatedBefore);
    return takesNew;
  }

  /**
   * Returns whether allocating that many bytes in that time would be noticeably slower in new
   * memory.
   */
  public static boolean isNoticeable(double bytes, double nanos) {
    return bytes > NOTICEABLE_BYTES_PER_NANO * nanos;
  }

  /**
   * Updates the bytes of newly committed memory that are still unused. A collector may use them
   * first, as G1 does for young objects.
   */
  private void updateUnusedMemory(long allocated) {
    unusedNewBytes = Math.max(0, unusedNewBytes - allocated);
    long now = clock.heapCommittedBytes();
    unusedNewBytes += Math.max(0, now - committedBytes);
    committedBytes = now;
  }
}
