package dev.tare.retained;

import dev.tare.ExecutedTests;

/** Runs a measured test in a JVM that does not allow agents, and prints its failure. */
public final class ForbiddenProbe {

  private ForbiddenProbe() {}

  public static void main(String[] arguments) {
    System.out.println(ExecutedTests.tare(OneTestCases.class).failure("value"));
  }

  static class OneTestCases {
    @MaxRetainedSize("1 KiB")
    Object value() {
      return new Object();
    }
  }
}
