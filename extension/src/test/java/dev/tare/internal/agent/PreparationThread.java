package dev.tare.internal.agent;

/** The thread of {@link Agent#prepareAhead()}. */
public final class PreparationThread {

  private PreparationThread() {}

  /** Waits until the thread has ended, if it was started. */
  public static void awaitEnd() throws InterruptedException {
    Thread[] threads = new Thread[100];
    Thread.enumerate(threads);
    for (Thread thread : threads) {
      if (thread != null && thread.getName().equals("tare-agent")) {
        thread.join();
      }
    }
  }
}
