package dev.tare;

import static dev.tare.assertj.TareAssertions.assertThatCalling;

import dev.tare.survival.MaxPromotedBytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits promoted bytes by annotations and assertions, and prints the first lines of failures. */
final class EqualPromotionProbe {

  private static final List<Object> KEPT = new ArrayList<>();

  private EqualPromotionProbe() {}

  public static void main(String[] arguments) {
    print("annotated", ExecutedTests.tare(AnnotatedTestCases.class));
    print("asserted", ExecutedTests.jupiter(AssertedTestCases.class));
    System.out.println("figure = " + Tare.calling(() -> keeps(1_000)).promoted().value().exact());
  }

  private static void print(String kind, ExecutedTests tests) {
    System.out.println(kind + " within = " + tests.succeeded());
    for (String name : tests.failed()) {
      String line = String.valueOf(tests.failure(name).getMessage()).split("\n", -1)[0];
      System.out.println(kind + " = " + line.replaceFirst("of EqualPromotionProbe\\.\\w+", "of "));
    }
  }

  private static int keeps(int bytes) {
    KEPT.add(new byte[bytes]);
    return KEPT.size();
  }

  private abstract static class Forgetting {
    @AfterEach
    void forget() {
      KEPT.clear();
    }
  }

  static class AnnotatedTestCases extends Forgetting {

    @MaxPromotedBytes("0 B")
    int keepsAll() {
      return keeps(1_000);
    }

    @MaxPromotedBytes("0 B")
    Object keepsNothing() {
      return new byte[1_000];
    }
  }

  static class AssertedTestCases extends Forgetting {

    @Test
    void keepsAll() {
      assertThatCalling(() -> keeps(1_000)).promotesAtMost("0 B");
    }

    @Test
    void keepsNothing() {
      assertThatCalling(() -> new byte[1_000]).promotesAtMost("0 B");
    }
  }
}
