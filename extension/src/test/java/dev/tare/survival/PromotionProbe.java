package dev.tare.survival;

import dev.tare.ExecutedTests;
import java.util.TreeSet;

/** Runs tests with limits of promoted bytes in this JVM and prints their outcomes. */
final class PromotionProbe {

  private PromotionProbe() {}

  /**
   * Runs the test cases by each engine and prints their outcomes.
   *
   * @param arguments the names of classes in {@link PromotionTestCases}
   */
  public static void main(String[] arguments) throws Exception {
    for (String name : arguments[0].split(",", -1)) {
      Class<?> tests = Class.forName(PromotionTestCases.class.getName() + "$" + name);
      print(ExecutedTests.tare(tests));
      print(ExecutedTests.jupiter(tests));
    }
  }

  private static void print(ExecutedTests tests) {
    for (String name : new TreeSet<>(tests.succeeded())) {
      System.out.println(name + " WITHIN");
    }
    for (String name : new TreeSet<>(tests.aborted())) {
      System.out.println(name + " ABORTED " + oneLine(tests.abortion(name)));
    }
    for (String name : new TreeSet<>(tests.failed())) {
      System.out.println(name + " FAILED " + oneLine(tests.failure(name)));
    }
  }

  private static String oneLine(Throwable thrown) {
    return thrown.toString().replaceAll("\\s*\\R\\s*", " | ");
  }
}
