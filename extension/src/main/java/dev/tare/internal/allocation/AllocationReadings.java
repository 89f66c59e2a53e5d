package dev.tare.internal.allocation;

/** The bytes that a counter read for each call of a body. Adding a call allocates nothing. */
public final class AllocationReadings {

  private static final int NOISE = 4096;

  private final long warmups;
  private long calls;
  private long first;
  private long smallest = Long.MAX_VALUE;
  private long largest;
  private long secondLargest;
  private boolean counted = true;
  private boolean complete;
  private boolean allComplete = true;
  private long elsewhere;

  AllocationReadings(int warmups) {
    this.warmups = warmups;
  }

  /** Begins the judged calls; other threads have allocated the given bytes so far. */
  void beginJudged(long bytesElsewhere) {
    elsewhere = -bytesElsewhere;
  }

  /** Ends the judged calls; other threads have allocated the given bytes so far. */
  void endJudged(long bytesElsewhere) {
    elsewhere += bytesElsewhere;
  }

  /**
   * Adds one call.
   *
   * @param bytes the counter's bytes; negative if it did not count
   * @param callComplete whether no byte can be missing
   */
  void add(long bytes, boolean callComplete) {
    counted &= bytes >= 0;
    if (calls == 0) {
      first = bytes;
    }
    if (calls >= warmups) {
      addSmallest(bytes, callComplete);
      allComplete &= callComplete;
      secondLargest = Math.max(secondLargest, Math.min(largest, bytes));
      largest = Math.max(largest, bytes);
    }
    calls++;
  }

  private void addSmallest(long bytes, boolean callComplete) {
    if (callComplete == complete) {
      smallest = Math.min(smallest, bytes);
    } else if (callComplete) {
      // the first complete reading replaces those that may be too small
      smallest = bytes;
    }
    complete |= callComplete;
  }

  /** Returns whether the JVM counted every call. */
  public boolean counted() {
    return counted;
  }

  /** Returns the number of calls before the judged ones. */
  public long warmups() {
    return warmups;
  }

  /** Returns the number of judged calls. */
  public long runs() {
    return calls - warmups;
  }

  /** Returns whether at least one judged call is certain to miss no byte. */
  public boolean complete() {
    return complete;
  }

  /** Returns whether every judged call is certain to miss no byte. */
  public boolean allComplete() {
    return allComplete;
  }

  /** Returns the fewest bytes of a judged call; if some calls are complete, of these. */
  public long smallest() {
    return smallest;
  }

  /** Returns the most bytes of a judged call. */
  public long largest() {
    return largest;
  }

  /** Returns the most bytes of a judged call but for one, which may have loaded a class late. */
  public long secondLargest() {
    return secondLargest;
  }

  /**
   * Returns how many bytes other threads allocated during the judged calls, as a mean of the calls:
   * an upper bound of what they allocated for the body. Returns 0 for less than {@value #NOISE}
   * bytes in all calls, as threads of the JVM and of the build allocate at any time.
   */
  public long elsewhere() {
    return elsewhere < NOISE ? 0 : elsewhere / runs();
  }

  /** Returns the bytes of the first call. */
  public long first() {
    return first;
  }
}
