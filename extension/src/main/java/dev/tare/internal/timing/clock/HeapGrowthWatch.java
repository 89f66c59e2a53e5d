package dev.tare.internal.timing.clock;

/**
 * Tells whether what is allocated is memory that the heap has not used before. The operating system
 * gives such memory page by page when it is first written, which can take many times as long as the
 * allocation itself; memory that a collection has freed is there already.
 */
public final class HeapGrowthWatch {

  // Measured on 25 with G1 in a virtual machine: 100 arrays of 80 B take 0.46 us in memory used
  // before, and 28 to 31 us for two seconds after the heap has grown from 768 to 1,872 MB, which is
  // 14 us a page of 4 KiB. A page of a machine of one's own takes about 0.5 us: at 0.1 B/ns, which
  // is 25 pages a millisecond, that is 1 % of the time.
  //
  // Linux counts the pages that a thread is given. 18 fresh JVMs, 25: 70 faults and 27 us where
  // those arrays were new, none and 0.4 us where they were not. What follows from how full the heap
  // is was wrong in 1 of 10 samples in used memory: G1 may use again what lies above.

  /** What allocates less does not notice. */
  private static final double NOTICED_BYTES_PER_NANO = 0.1;

  private static final double MOST_NANOS_PER_PAGE = 14_000;
  private static final double NOTICED_SHARE = 0.01;

  /** Of Linux on x86; larger ones are fewer. */
  private static final double SMALLEST_PAGE_BYTES = 4_096;

  /** A thread is given pages for other things than its objects, too. */
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
   * Looks, before something that may allocate.
   *
   * @param closely whether pages are counted, too, which takes longer
   */
  public void look(boolean closely) {
    lookAtHeap();
    pages = closely ? clock.pageFaults() : -1;
  }

  /**
   * Whether what has been allocated since the last look was memory not used before, and so much of
   * it that it takes longer. Where pages are not counted that is not known before the first
   * collection: what was used before it is not known.
   *
   * @param bytes how many of it count
   * @param nanos how long that takes in memory used before
   */
  public boolean tookNew(long bytes, double nanos) {
    long before = this.bytes;
    boolean level = lookAtHeap();
    if (!noticed((double) bytes, nanos)) {
      return false;
    }
    long faults = pages < 0 ? -1 : clock.pageFaults() - pages;
    return faults < 0 ? level : takenBy(faults, this.bytes - before, nanos);
  }

  /**
   * Whether they are too many, and pages of the heap.
   *
   * @param allocated all that the thread has allocated meanwhile
   */
  private static boolean takenBy(long faults, long allocated, double nanos) {
    return faults * MOST_NANOS_PER_PAGE > NOTICED_SHARE * nanos
        && faults <= MOST_OTHER_PAGES + 2 * allocated / SMALLEST_PAGE_BYTES;
  }

  private boolean lookAtHeap() {
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
  public static boolean noticed(double bytes, double nanos) {
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
