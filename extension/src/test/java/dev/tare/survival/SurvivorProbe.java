package dev.tare.survival;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import java.util.ArrayList;
import java.util.List;

/** Runs tests that keep objects, whose names are the arguments, and prints what they threw. */
public final class SurvivorProbe {

  private static final List<Object> REGISTRY = new ArrayList<>(10_000);

  private SurvivorProbe() {}

  public static void main(String[] names) {
    for (String name : names) {
      ExecutedTests tests =
          ExecutedTests.by("tare", List.of(selectMethod(OneTestCases.class, name)));
      System.out.println(tests.aborted().isEmpty() ? tests.failure(name) : tests.abortion(name));
    }
  }

  static class OneTestCases {
    @MustBeCollected
    Object held() {
      Object held = new int[3];
      REGISTRY.add(held);
      return held;
    }

    @NoSurvivors
    void keeps() {
      REGISTRY.add(new int[2]);
    }

    @NoSurvivors
    void keepsInAThread() throws InterruptedException {
      Thread thread = new Thread(() -> REGISTRY.add(new byte[50]));
      thread.start();
      thread.join();
    }
  }
}
