package dev.tare.internal.timing;

/**
 * Tells whether what is allocated is memory that the heap has not used before. The operating system
 * gives such memory page by page when it is first written, which can take many times as long as the
 * allocation itself; memory that a collection has freed is there already.
 */
final class HeapLevel {

  // Measured on 25 with G1 in a virtual machine: 100 arrays of 80 B take 0.46 us in memory used
  // before, and 28 to 31 us for two seconds after the heap has grown from 768 to 1,872 MB, which is
  // 14 us a page of 4 KiB. A page of a machine of one's own takes about 0.5 us: at 0.1 B/ns, which
  // is 25 pages a millisecond, that is 1 % of the time.

  /** What allocates less does not notice. */
  private static final double NOTICED_BYTES_PER_NANO = 0.1;

  private final Clock clock;
  private long committed = Long.MAX_VALUE;
  private long highest = Long.MAX_VALUE;
  private long used;
  private long fresh;
  private long bytes;

  HeapLevel(Clock clock) {
    this.clock = clock;
  }

  /**
   * Looks how full the heap is; to be called before and after what may allocate.
   *
   * @return whether new memory was taken since the last look; false before the first collection,
   *     since what was used before it is not known
   */
  boolean look() {
    long usedBefore = used;
    long bytesBefore = bytes;
    used = clock.heapUsedBytes();
    bytes = clock.threadAllocatedBytes();
    boolean takesNew = used > highest || fresh > 0;
    if (used < usedBefore) {
      highest = highest == Long.MAX_VALUE ? usedBefore : Math.max(highest, usedBefore);
    }
    grow(bytes - bytesBefore);
    return takesNew;
  }

  /** Whether so many bytes in so long would be slower in new memory. */
  static boolean noticed(long bytes, long nanos) {
    return bytes > NOTICED_BYTES_PER_NANO * nanos;
  }

  /** A collector may take what has been added first, as G1 does for young objects. */
  private void grow(long taken) {
    fresh = Math.max(0, fresh - taken);
    long now = clock.heapCommittedBytes();
    fresh += Math.max(0, now - committed);
    committed = now;
  }
}
