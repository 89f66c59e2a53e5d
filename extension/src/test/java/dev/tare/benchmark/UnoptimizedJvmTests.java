package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.internal.agent.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Benchmarks in a JVM without the optimizing compiler. */
class UnoptimizedJvmTests {

  private static final String TIME = "100 ms";

  @Test
  void limitsAreJudgedOnlyIfTheSuiteAllowsIt() {
    ChildJvm jvm = ChildJvm.run(List.of("-XX:TieredStopAtLevel=1"), Runs.class);

    assertThat(jvm.out().lines().filter(line -> line.contains("=")))
        .contains("aborted = [takesNoTime]", "succeeded where allowed = [takesNoTime]")
        .anyMatch(line -> line.matches("reason = .*TieredStopAtLevel.*"));
  }

  /** Runs one benchmark without and with the key. */
  static final class Runs {

    private Runs() {}

    public static void main(String[] arguments) {
      ExecutedTests strict = ExecutedTests.tare(FarWithin.class);
      System.out.println("aborted = " + strict.aborted());
      System.out.println("reason = " + strict.abortion("takesNoTime").getMessage());
      ExecutedTests allowed = ExecutedTests.tare(FarWithin.class, "tare.allowUnoptimized", "true");
      System.out.println("succeeded where allowed = " + allowed.succeeded());
    }
  }

  static class FarWithin {
    @Benchmarked(max = "10 s", warmupTime = TIME, measurementTime = TIME)
    int takesNoTime() {
      return hashCode();
    }
  }
}
