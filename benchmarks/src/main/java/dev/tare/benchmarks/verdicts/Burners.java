package dev.tare.benchmarks.verdicts;

/** One thread for each processor that does nothing but work, until put out. */
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

  /** They end within microseconds, which is not waited for. */
  public void putOut() {
    out = true;
  }
}
