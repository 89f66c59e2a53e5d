package dev.tare.survival;

import dev.tare.ExecutedTests;
import java.util.ArrayList;
import java.util.List;

/** Runs a test that starts a thread, which keeps an object, and prints what the test threw. */
public final class StartedThreadProbe {

  static final List<byte[]> LEAK = new ArrayList<>(10_000);

  private StartedThreadProbe() {}

  public static void main(String[] arguments) {
    System.out.println(ExecutedTests.tare(OneTestCases.class).failure("keepsInAThread"));
  }

  static class OneTestCases {
    @NoSurvivors
    void keepsInAThread() throws InterruptedException {
      Thread thread = new Thread(() -> LEAK.add(new byte[50]));
      thread.start();
      thread.join();
    }
  }
}
