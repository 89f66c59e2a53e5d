package dev.tare.benchmarks.verdicts;

/** Busy threads, one for each processor, until they are ended. */
public final class Burners {

  private volatile boolean out;
  private volatile long result;

  /** Lights them. */
  Burners(int number) {
    for (int i = 0; i < number; i++) {
      Thread thread = new Thread(this::burn, "burner-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void burn() {
    long x = 88_172_645_463_325_252L;
    while (!out) {
      for (int i = 0; i < 1_000; i++) {
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
      }
      result = x;
    }
  }

  /** Ends the threads, which takes microseconds, without waiting. */
  public void putOut() {
    out = true;
  }
}
