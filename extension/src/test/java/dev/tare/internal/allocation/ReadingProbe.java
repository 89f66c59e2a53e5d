package dev.tare.internal.allocation;

/** Prints the bytes that a million readings of this thread's counter allocate. */
final class ReadingProbe {

  private static final int READINGS = 1_000_000;

  private ReadingProbe() {}

  // without a string constant, which the JIT would create
  public static void main(String[] arguments) {
    Number bytes = AllocationCounters.threadBytes().orElseThrow();
    long first = bytes.longValue();
    long last = first;
    for (int i = 0; i < READINGS; i++) {
      last = bytes.longValue();
    }
    System.out.println(last - first);
  }
}
