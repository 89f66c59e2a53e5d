package dev.tare.internal.agent;

/** The thread that prepares the agent ahead. */
public final class Ahead {

  private Ahead() {}

  /** Waits until it has ended, if it was started. */
  public static void end() throws InterruptedException {
    Thread[] threads = new Thread[100];
    Thread.enumerate(threads);
    for (Thread thread : threads) {
      if (thread != null && thread.getName().equals("tare-agent")) {
        thread.join();
      }
    }
  }
}
