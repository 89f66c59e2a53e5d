package dev.tare.survival;

import dev.tare.ExecutedTests;
import java.util.ArrayList;
import java.util.List;

/** Runs a test whose object is held, and prints what it threw. */
public final class SurvivorProbe {

  private static final List<Object> REGISTRY = new ArrayList<>();

  private SurvivorProbe() {}

  public static void main(String[] arguments) {
    System.out.println(ExecutedTests.tare(OneTestCases.class).failure("held"));
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
