package dev.tare.survival;

import dev.tare.ExecutedTests;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a test whose object is held, and prints what it threw. The arguments are configuration keys,
 * each with its value.
 */
public final class SurvivorProbe {

  private static final List<Object> REGISTRY = new ArrayList<>();

  private SurvivorProbe() {}

  public static void main(String[] arguments) {
    ExecutedTests tests = ExecutedTests.tare(OneTestCases.class, arguments);
    System.out.println(tests.aborted().isEmpty() ? tests.failure("held") : tests.abortion("held"));
  }

  static class OneTestCases {
    @MustBeCollected
    Object held() {
      Object held = new int[3];
      REGISTRY.add(held);
      return held;
    }
  }
}
