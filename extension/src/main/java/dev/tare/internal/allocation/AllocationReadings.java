package dev.tare.internal.allocation;

import java.util.Arrays;
import java.util.stream.LongStream;

/** What the counter read around each call of a body, in bytes. */
public final class AllocationReadings {

  private final long[] calls;
  private final int warmups;

  /** Room for the calls, made before the first so that nothing is allocated between them. */
  AllocationReadings(int warmups, int runs) {
    this.calls = new long[warmups + runs];
    this.warmups = warmups;
  }

  void set(int call, long bytes) {
    calls[call] = bytes;
  }

  /** Whether the JVM counted every call. */
  public boolean counted() {
    return Arrays.stream(calls).allMatch(bytes -> bytes >= 0);
  }

  /** The number of calls before those that are judged. */
  public int warmups() {
    return warmups;
  }

  /** The number of judged calls. */
  public int runs() {
    return calls.length - warmups;
  }

  /** The fewest bytes of a judged call. */
  public long smallest() {
    return judged().min().orElseThrow();
  }

  /** The most bytes of a judged call. */
  public long largest() {
    return judged().max().orElseThrow();
  }

  /** The bytes of the very first call. */
  public long first() {
    return calls[0];
  }

  private LongStream judged() {
    return Arrays.stream(calls, warmups, calls.length);
  }
}
