package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("weaves classes, which waits for the measurements of other tests")
@WeavesOrWalks
class AllocationBreakdownTests {

  private static final String NO_BREAKDOWN = "no breakdown: ";

  private static final ExecutedTests TESTS = ExecutedTests.jupiter(LinesTestCases.class);

  /** The name of the called test, for each call of that run. */
  private static final List<String> CALLED = List.copyOf(LinesTestCases.LOG);

  @Test
  void breakdownShowsTheAllocatingLines() {
    String message = message(TESTS, "over");

    assertThat(message.replaceAll("java:\\d+", "java:00").lines().skip(1).limit(5).toList())
        .containsExactly(
            "   share   amount  count  type                    where",
            "  93.4 %  1,016 B      1  byte[]                 "
                + " AllocationBreakdownTests.LinesTestCases.over(AllocationBreakdownTests.java:00)",
            "   5.1 %     56 B      1  in java.util.List.of() "
                + " AllocationBreakdownTests.LinesTestCases.over(AllocationBreakdownTests.java:00)",
            "  would pass  \"1088 B\"",
            "  measured    minimum of 5 readings, all equal, after 2 warm-up calls;"
                + " this thread only; first call 1,088 B, not judged; "
                + JvmLayout.phrase());
  }

  @Test
  void breakdownIsCreatedOnFailureByDefault() {
    assertThat(message(TESTS, "over")).contains("byte[]");
    assertThat(TESTS.succeeded()).contains("within");
    assertCalls("within", 2 + 5);
  }

  /** Checks the number of calls, which is larger by seven if C2 has compiled code of the tests. */
  private static void assertCalls(String test, int calls) {
    assertThat(Collections.frequency(CALLED, test)).isIn(calls, calls + 2 + 5);
  }

  @Test
  void suiteMayMakeNoBreakdowns() {
    ExecutedTests tests =
        ExecutedTests.by(
            "junit-jupiter",
            List.of(selectMethod(LinesTestCases.class, "over")),
            "tare.breakdown",
            "never");

    assertThat(message(tests, "over")).doesNotContain("byte[]").doesNotContain(NO_BREAKDOWN);
  }

  @Test
  void bodyThatMayBeCalledOnceIsNotCalledAgain() {
    assertThat(message(TESTS, "once"))
        .contains(NO_BREAKDOWN + "the body may be called once only (runs = 1, warmups = 0)");
    assertThat(CALLED).filteredOn("once"::equals).hasSize(1);
  }

  @Test
  void verdictStandsIfTheExplainingCallThrows() {
    assertThat(message(TESTS, "limited"))
        .startsWith("Allocated bytes of ")
        .contains(NO_BREAKDOWN + "the call that should explain it threw")
        .contains("input is used up");
  }

  @Test
  void breakdownReportsADifferentAllocationInItsCall() {
    assertThat(message(TESTS, "growing")).contains("the rows are from another call and add up to ");
  }

  private static String message(ExecutedTests tests, String name) {
    return String.valueOf(tests.failure(name).getMessage());
  }

  static class LinesTestCases {
    // large enough not to grow, which would allocate in some of the calls
    static final List<String> LOG = new ArrayList<>(1_000);
    static volatile Object sink = "";
    private int calls;
    private int number = 1000;

    @Test
    @NoAllocation
    void over() {
      byte[] bytes = new byte[1000];
      Object boxed = number;
      sink = List.of(bytes, boxed, 1, 2);
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void growing() {
      calls++;
      sink = new byte[100 * calls];
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void limited() {
      if (++calls > 7) {
        throw new IllegalStateException("input is used up");
      }
      sink = new byte[100];
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void within() {
      LOG.add("within");
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    void once() {
      LOG.add("once");
      sink = new byte[100];
    }
  }
}
