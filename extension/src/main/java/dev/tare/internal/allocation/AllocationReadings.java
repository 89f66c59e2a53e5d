package dev.tare.internal.allocation;

/**
 * What the counter read around each call of a body, in bytes. Nothing is allocated when a call is
 * added, however many there are.
 */
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
   * @param uncertain how many of the bytes may be somebody else's
   * @param whole whether no byte can be missing
   */
  void add(long bytes, long uncertain, boolean whole) {
    counted &= bytes >= 0;
    if (calls == 0) {
      first = bytes;
    }
    if (calls >= warmups) {
      // one call of which nothing is missing says more than all that may be too small
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

  /** Whether the JVM counted every call. */
  public boolean counted() {
    return counted;
  }

  /** The number of calls before those that are judged. */
  public long warmups() {
    return warmups;
  }

  /** The number of judged calls. */
  public long runs() {
    return calls - warmups;
  }

  /** Whether of some judged call no byte can be missing. */
  public boolean complete() {
    return complete;
  }

  /** The fewest bytes of a judged call; where one is complete, of the complete ones. */
  public long smallest() {
    return smallest;
  }

  /**
   * How many of the {@linkplain #smallest() fewest} bytes are the body's for certain: all of them
   * where they are an exact reading, whatever ran beside the other calls.
   */
  public long smallestCertain() {
    return smallestExact == smallest ? smallest : smallestCertain;
  }

  /** Whether most of the judged calls allocated the fewest bytes. */
  public boolean steady() {
    return 2 * atSmallest > runs();
  }

  /** The most bytes of a judged call. */
  public long largest() {
    return largest;
  }

  /** The bytes of the very first call. */
  public long first() {
    return first;
  }
}
