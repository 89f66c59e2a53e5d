package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.ExecutedTests;
import dev.tare.extension.UnmeasuredException;
import dev.tare.testing.WeavesOrWalks;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counter is switched off, so that its readings never grow. */
@Isolated("switches the counter of the JVM off")
@WeavesOrWalks
class DisabledCounterTests {

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(strings = {"thread", "allThreads", "objects"})
  void disabledCounterIsUnmeasuredWithTheLineThatEnablesIt(String test) {
    ExecutedTests tests = withoutCounter();

    assertThat(tests.failure(test))
        .isExactlyInstanceOf(UnmeasuredException.class)
        .message()
        .startsWith("unmeasured: allocated ")
        .containsIgnoringWhitespaces("switched this JVM's counting of allocated bytes off")
        .containsIgnoringWhitespaces("remedy      switch it on: ((com.sun.management.ThreadMXBean)")
        .containsIgnoringWhitespaces(".setThreadAllocatedMemoryEnabled(true);");
  }

  @Test
  void failureOfTheBodyTakesPrecedence() {
    assertThat(withoutCounter().failure("throwing")).hasMessage("from the body");
  }

  @Test
  void namedLineMakesTheTestPass() {
    withoutCounter();
    BEAN.setThreadAllocatedMemoryEnabled(true);

    assertThat(ExecutedTests.jupiter(DisabledTestCases.class).succeeded()).contains("thread");
  }

  @Test
  void bodyThatDisablesTheCounterIsUnmeasured() {
    ExecutedTests tests;
    try {
      tests = ExecutedTests.jupiter(SwitchingTestCases.class);
    } finally {
      BEAN.setThreadAllocatedMemoryEnabled(true);
    }

    assertThat(tests.failure("switching"))
        .isExactlyInstanceOf(UnmeasuredException.class)
        .message()
        .containsIgnoringWhitespaces("switched this JVM's counting of allocated bytes off");
  }

  private static ExecutedTests withoutCounter() {
    BEAN.setThreadAllocatedMemoryEnabled(false);
    try {
      return ExecutedTests.jupiter(DisabledTestCases.class);
    } finally {
      BEAN.setThreadAllocatedMemoryEnabled(true);
    }
  }

  static class SwitchingTestCases {

    @Test
    @MaxAllocatedBytes("0 B")
    void switching() {
      BEAN.setThreadAllocatedMemoryEnabled(false);
    }
  }

  static class DisabledTestCases {

    @Test
    @MaxAllocatedBytes("0 B")
    void thread() {}

    @Test
    @MaxAllocatedBytes(value = "1 MB", scope = Scope.ALL_THREADS)
    void allThreads() {}

    @Test
    @MaxAllocations(0)
    void objects() {}

    @Test
    @MaxAllocatedBytes("0 B")
    void throwing() {
      throw new IllegalStateException("from the body");
    }
  }
}
