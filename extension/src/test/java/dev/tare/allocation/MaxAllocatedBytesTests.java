package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@WeavesOrWalks
class MaxAllocatedBytesTests {

  @Test
  void emptyBodyIsZeroAndAnArrayIsExact() {
    ExecutedTests tests = ExecutedTests.jupiter(ExactTestCases.class);

    assertThat(tests.entries("empty")).containsEntry("tare.allocated-bytes.value", "0 B");
    assertThat(tests.entries("array"))
        .containsEntry("tare.allocated-bytes.value", Arrays.bytes(1000) + " B");
    assertThat(tests.failed()).isEmpty();
  }

  static class ExactTestCases {
    static byte[] sink = {};

    @Test
    @NoAllocation
    void empty() {}

    @Test
    @MaxAllocatedBytes("2 KB")
    void array() {
      sink = new byte[1000];
    }
  }

  @Nested
  @TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
  class OverBudget {

    private final ExecutedTests tests = ExecutedTests.jupiter(OverTestCases.class);

    @Test
    void failureShowsFiguresAndTheirMeasurement() {
      assertThat(tests.failure("over"))
          .hasMessageStartingWith("Allocated bytes of MaxAllocatedBytesTests.OverTestCases.over() ")
          .hasMessageContaining("exceed 100 B")
          .hasMessageContaining("minimum of 5 readings, all equal, after 2 warm-up calls")
          .hasMessageContaining("; this thread only; first call 1,016 B, not judged; Java ");
    }

    @Test
    void minimumIsJudgedAndTheSpreadIsShown() {
      assertThat(tests.entries("shrinking"))
          .containsEntry("tare.allocated-bytes.value", Arrays.bytes(100) + " B");
      assertThat(tests.failure("growing"))
          .hasMessageContaining(Arrays.bytes(300) + " B to " + Arrays.bytes(700) + " B");
    }

    @Test
    void onlyCallIsJudgedWithoutWarmUp() {
      assertThat(tests.failure("onlyFirstIsLarge")).hasMessageContaining("one reading");
      assertThat(tests.succeeded()).contains("steadyIsSmall");
    }
  }

  static class OverTestCases {
    static Object sink = "";
    private int calls;

    @Test
    @MaxAllocatedBytes("100 B")
    void over() {
      sink = new byte[1000];
    }

    @Test
    @MaxAllocatedBytes("200 B")
    void shrinking() {
      calls++;
      // varies within any three calls
      sink = new byte[calls % 3 == 0 ? 100 : 1000];
    }

    @Test
    @MaxAllocatedBytes("200 B")
    void growing() {
      calls++;
      sink = new byte[100 * calls];
    }

    @Test
    @MaxAllocatedBytes(value = "200 B", runs = 1, warmups = 0)
    void onlyFirstIsLarge() {
      calls++;
      sink = new byte[calls == 1 ? 1000 : 0];
    }

    @Test
    @MaxAllocatedBytes("200 B")
    void steadyIsSmall() {
      calls++;
      sink = new byte[calls == 1 ? 1000 : 0];
    }
  }

  @Nested
  class Schedules {

    @Test
    void annotationOverridesTheSchedule() {
      ScheduleTestCases.LOG.clear();

      ExecutedTests.jupiter(ScheduleTestCases.class).allSucceed();

      // if C2 has compiled code, one call and a second reading without C2 follow
      assertThat(ScheduleTestCases.calls("usual")).isIn(7, 7 + 1 + 7);
      assertThat(ScheduleTestCases.calls("own")).isIn(6, 6 + 1 + 6);
      assertThat(ScheduleTestCases.calls("once")).isOne();
    }
  }

  static class ScheduleTestCases {
    // large enough not to grow, which would allocate in some of the calls
    static final List<String> LOG = new ArrayList<>(100);

    static int calls(String test) {
      return Collections.frequency(LOG, test);
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void usual() {
      LOG.add("usual");
    }

    @Test
    @MaxAllocatedBytes(value = "1 MB", runs = 4, warmups = 2)
    void own() {
      LOG.add("own");
    }

    @Test
    @MaxAllocatedBytes(value = "1 MB", runs = 1, warmups = 0)
    void once() {
      LOG.add("once");
    }
  }

  @Test
  void malformedBudgetIsRefusedWithAnExample() {
    ExecutedTests tests = ExecutedTests.jupiter(RefusedTestCases.class);

    assertThat(tests.failure("unknownUnit"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@MaxAllocatedBytes(\"12 XB\") on MaxAllocatedBytesTests.RefusedTestCases.unknownUnit():"
                + " \"12 XB\": unknown unit 'XB'; use B, KB, MB, GB, KiB, MiB or GiB, for example"
                + " \"64 KiB\"");
    assertThat(tests.failure("negative")).hasMessageContaining("\"-1 B\"");
    assertThat(tests.succeeded()).isEmpty();
  }

  static class RefusedTestCases {
    @Test
    @MaxAllocatedBytes("12 XB")
    void unknownUnit() {}

    @Test
    @MaxAllocatedBytes("-1 B")
    void negative() {}
  }

  /** Sizes of byte arrays under each default layout of 17 and 25. */
  static final class Arrays {

    private Arrays() {}

    static long bytes(int length) {
      return (16L + length + 7) / 8 * 8;
    }
  }
}
