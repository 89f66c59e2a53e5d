package dev.tare;

/** Work of a chosen length for bodies that are timed. */
public final class CpuWork {

  private CpuWork() {}

  /** Takes a nanosecond or more for each round, of arithmetic that the JIT cannot leave out. */
  public static long work(int rounds) {
    long state = rounds;
    for (int i = 0; i < rounds; i++) {
      // shifts: a product and a sum of constants the JIT folds over all rounds that it unrolls
      state ^= state << 13;
      state ^= state >>> 7;
    }
    return state;
  }
}
