package dev.tare.internal.jupiter;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.tare.Weighed;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.benchmark.Benchmarked;
import dev.tare.extension.ConfigurationKey;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.NoSurvivors;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

/** Prints the outcomes of tests in a JVM that lacks modules, a line for each. */
final class LimitedModulesProbe {

  private LimitedModulesProbe() {}

  public static void main(String[] arguments) {
    LauncherFactory.create()
        .execute(
            request()
                .configurationParameter(ConfigurationKey.PRINT.key(), "none")
                .configurationParameter(ConfigurationKey.REPORT_DIRECTORY.key(), arguments[0])
                .configurationParameter(
                    ConfigurationKey.LOCK_DIRECTORY.key(), arguments[0] + "/locks")
                .configurationParameter(ConfigurationKey.MISSING_WEIGHT.key(), "write")
                .selectors(selectClass(ProbedTestCases.class), selectClass(TimedTestCases.class))
                .build(),
            new OutcomePrinter());
  }

  private static final class OutcomePrinter implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
      if (test.isTest()) {
        String message =
            outcome.getThrowable().map(t -> t.toString().replace('\n', ' ')).orElse("");
        System.out.println(test.getDisplayName() + " " + outcome.getStatus() + " " + message);
      }
    }
  }

  static final class ProbedTestCases {
    private int calls;

    @MaxRetainedSize("1 KiB")
    Object retained() {
      return new int[10];
    }

    @MaxAllocatedBytes("0 B")
    int allocated() {
      return ++calls;
    }

    @Weighed
    @MaxAllocatedBytes
    int weighed() {
      return ++calls;
    }

    @MaxInvocations(type = ProbedTestCases.class, method = "allocated", value = 1)
    int invoked() {
      return allocated();
    }

    @NoSurvivors
    void survived() {
      calls++;
    }

    @Test
    @MaxCalls(100)
    void counted() {
      calls++;
    }
  }

  /**
   * Runs last, since code that C2 compiles for it would affect the judged bytes of other bodies.
   */
  static final class TimedTestCases {
    private final int rounds = 1_000;

    // sampling ends when the verdict is clear; on a busy machine, a short limit would end it before
    @Benchmarked(max = "1 s", measurementTime = "60 s", warmupTime = "50 ms")
    long timed() {
      long state = rounds;
      for (int i = 0; i < rounds; i++) {
        state ^= state << 13;
        state ^= state >>> 7;
      }
      return state;
    }
  }
}
