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
  private long smallestCertain = Long.MAX_VALUE;
  private long largest;
  private boolean counted = true;

  AllocationReadings(int warmups) {
    this.warmups = warmups;
  }

  void add(long bytes, long uncertain) {
    counted &= bytes >= 0;
    if (calls == 0) {
      first = bytes;
    }
    if (calls >= warmups) {
      smallest = Math.min(smallest, bytes);
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

  /** The fewest bytes of a judged call. */
  public long smallest() {
    return smallest;
  }

  /** The fewest bytes that a judged call allocated for certain; where all is exact, the fewest. */
  public long smallestCertain() {
    return smallestCertain;
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
