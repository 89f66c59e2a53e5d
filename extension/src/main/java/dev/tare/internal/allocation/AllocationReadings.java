package dev.tare.internal.allocation;

/** The counter's readings around each call of a body, in bytes. Adding a call allocates nothing. */
public final class AllocationReadings {

  private final long warmups;
  private long calls;
  private long first;
  private long smallest = Long.MAX_VALUE;
  private long smallestExact = Long.MAX_VALUE;
  private long smallestCertain = Long.MAX_VALUE;
  private long largest;
  private long atSmallest;
  private boolean counted = true;
  private boolean complete;

  AllocationReadings(int warmups) {
    this.warmups = warmups;
  }

  /**
   * Adds one call.
   *
   * @param uncertain the number of bytes that other threads may have allocated
   * @param whole whether no byte can be missing
   */
  void add(long bytes, long uncertain, boolean whole) {
    counted &= bytes >= 0;
    if (calls == 0) {
      first = bytes;
    }
    if (calls >= warmups) {
      // a complete reading takes precedence over readings that may be too small
      long before = smallest;
      smallest = whole == complete ? Math.min(smallest, bytes) : whole ? bytes : smallest;
      atSmallest = (smallest == before ? atSmallest : 0) + (bytes == smallest ? 1 : 0);
      complete |= whole;
      if (whole && uncertain == 0) {
        smallestExact = Math.min(smallestExact, bytes);
      }
      smallestCertain = Math.min(smallestCertain, bytes - uncertain);
      largest = Math.max(largest, bytes);
    }
    calls++;
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

  /** Returns the fewest bytes of a judged call; if some calls are complete, of these. */
  public long smallest() {
    return smallest;
  }

  /**
   * Returns how many of the {@linkplain #smallest() fewest} bytes are certainly the body's: all of
   * them if they are an exact reading, whatever ran during the other calls.
   */
  public long smallestCertain() {
    return smallestExact == smallest ? smallest : smallestCertain;
  }

  /** Returns whether most of the judged calls allocated the fewest bytes. */
  public boolean steady() {
    return 2 * atSmallest > runs();
  }

  /** Returns the most bytes of a judged call. */
  public long largest() {
    return largest;
  }

  /** Returns the bytes of the first call. */
  public long first() {
    return first;
  }
}
