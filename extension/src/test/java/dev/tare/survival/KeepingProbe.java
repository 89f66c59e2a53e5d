package dev.tare.survival;

import dev.tare.ExecutedTests;
import java.util.ArrayList;
import java.util.List;

/** Runs a test that keeps an object in each call, and prints what it threw. */
public final class KeepingProbe {

  private static final List<Object> REGISTRY = new ArrayList<>();

  private KeepingProbe() {}

  public static void main(String[] arguments) {
    System.out.println(ExecutedTests.tare(OneTestCases.class).failure("keeps"));
  }

  static class OneTestCases {
    @NoSurvivors
    void keeps() {
      REGISTRY.add(new int[2]);
    }
  }
}
