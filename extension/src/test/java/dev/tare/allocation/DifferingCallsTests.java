package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.MeasuredFigure;
import dev.tare.Reasons;
import dev.tare.Tare;
import dev.tare.body.TestBody;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationReadings;
import dev.tare.internal.allocation.AllocationSampler;
import dev.tare.internal.render.ClosingTable;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.TestAbortedException;

/** Bodies whose calls differ: the smallest is within the limit, others exceed it. */
@WeavesOrWalks
class DifferingCallsTests {

  @Nested
  @TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
  @Isolated("weaves classes, which waits for the measurements of other tests")
  class Bodies {

    private final ExecutedTests tests = ExecutedTests.tare(DifferingTestCases.class);

    @Test
    void bodyRepeatedlyAboveTheLimitIsInconclusive() {
      assertThat(tests.abortion("everySecond"))
          .isInstanceOf(TestAbortedException.class)
          .message()
          .containsIgnoringWhitespaces(
              "its calls differ, 0 B to 1,016 B; let each call do the same work")
          .containsIgnoringWhitespaces("would pass  \"1016 B\"");
      assertThat(tests.abortion("everyFifth"))
          .message()
          .containsIgnoringWhitespaces("its calls differ, 0 B to ");
      assertThat(tests.abortion("everySecondStartedThread"))
          .message()
          .containsIgnoringWhitespaces("its calls differ, ");
      assertThat(tests.abortion("everySecondOfAllThreads"))
          .message()
          .containsIgnoringWhitespaces(
              ", or other threads were busy; let each call do the same work");
    }

    @Test
    void bodyThatCannotBeRepeatedIsInconclusive() {
      assertThat(tests.abortion("usesUpItsInput"))
          .message()
          .containsIgnoringWhitespaces(
              "more calls could not be made: java.lang.IllegalStateException");
    }

    @Test
    void bodyOnceAboveTheLimitIsWithinWithARemark() {
      assertThat(tests.succeeded())
          .containsExactlyInAnyOrder("once", "onceMore", "equal", "belowTheLimit");
      assertThat(tests.entries("once")).containsEntry("tare.allocated-bytes.value", "0 B");
    }

    @Test
    void objectsRepeatedlyAboveTheLimitAreInconclusive() {
      assertThat(tests.abortion("everySecondObject"))
          .hasMessageContaining("its calls differ, 0 to 1; let")
          .hasMessageContaining("would pass  1");
    }
  }

  /** A figure without a limit is compared with one later. */
  @Test
  void figureWithoutALimitCoversCallsThatDiffer() {
    DifferingTestCases bodies = new DifferingTestCases();
    MeasuredFigure bytes = Tare.calling(bodies::everySecond).allocated();
    MeasuredFigure objects = Tare.calling(bodies::everySecond).objects();

    assertThat(bytes.upper()).isEqualTo(new DataSize(1_016));
    assertThat(bytes.judge(new DataSize(0)).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(objects.upper()).isEqualTo(new Count(1));
    assertThat(objects.judge(new Count(0)).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  static class DifferingTestCases {
    static volatile Object sink = "";
    private int calls;

    private void allocate(boolean wanted) {
      if (wanted) {
        sink = new byte[1000];
      }
    }

    @NoAllocation
    void everySecond() {
      allocate(++calls % 2 == 0);
    }

    @NoAllocation
    void everyFifth() {
      allocate(++calls % 5 == 0);
    }

    @MaxAllocatedBytes(value = "90 KB", scope = Scope.ALL_THREADS)
    void everySecondStartedThread() throws InterruptedException {
      boolean wanted = ++calls % 2 == 0;
      Thread thread = new Thread(() -> sink = new byte[wanted ? 100_000 : 0]);
      thread.start();
      thread.join();
    }

    @MaxAllocatedBytes(value = "90 KB", scope = Scope.ALL_THREADS)
    void everySecondOfAllThreads() {
      sink = new byte[++calls % 2 == 0 ? 100_000 : 0];
    }

    @NoAllocation
    void usesUpItsInput() {
      allocate(++calls == 4);
      if (calls > 7) {
        throw new IllegalStateException("used up");
      }
    }

    @NoAllocation
    void once() {
      allocate(++calls == 4);
    }

    /** One of the ten further calls allocates too. */
    @NoAllocation
    void onceMore() {
      calls++;
      allocate(calls == 4 || calls == 10);
    }

    @NoAllocation
    void equal() {
      allocate(false);
    }

    @MaxAllocatedBytes("1 MB")
    void belowTheLimit() {
      allocate(++calls % 2 == 0);
    }

    @MaxAllocations(0)
    void everySecondObject() {
      allocate(++calls % 2 == 0);
    }
  }

  @Test
  void remarkIsBelowTheClosingTable() {
    DataSize none = new DataSize(0);
    DataSize some = new DataSize(16);
    Observed observed =
        Observed.exact(
            AllocatedBytes.FIGURE,
            none,
            new Sampling("minimum", 5, 2, none, some, null),
            List.of("this thread only"));
    Budget budget = Budget.atMost(AllocatedBytes.FIGURE, none);

    assertThat(
            ClosingTable.render(
                List.of(
                    new Report(
                        new Report.TestId("CacheTests", "lookup", ""),
                        List.of(budget.judge(DifferingCalls.upTo(none, none, observed, ""))))),
                null))
        .contains(" are within 0 B: calls differ: 0 B to 16 B; the smallest is judged\n");
  }

  /** A counter of all threads, whose bytes may be missing in one of three calls. */
  private static AllocationReadings readings(boolean lastIsComplete) throws Throwable {
    AllocationCounter counter =
        new AllocationCounter() {
          private int calls = -2; // two are made before

          @Override
          public void open() {
            calls++;
          }

          @Override
          public long close() {
            return 0;
          }

          @Override
          public boolean complete() {
            return calls < 3 || lastIsComplete;
          }

          @Override
          public String covers() {
            return "all threads";
          }
        };
    return new AllocationSampler(counter).sample(new EmptyBody(), 0, 3);
  }

  private static final class EmptyBody implements TestBody {

    @Override
    public void run() {}

    @Override
    public void repeat(long n) {}

    @Override
    public @Nullable Object call() {
      return null;
    }

    @Override
    public boolean returnsValue() {
      return false;
    }
  }

  @Test
  void moreCallsOfWhichBytesMayBeMissingNeverPass() throws Throwable {
    DataSize none = new DataSize(0);
    Sampling sampling = new Sampling("minimum", 5, 2, none, new DataSize(16), null);
    Observed observed = Observed.exact(AllocatedBytes.FIGURE, none, sampling, List.of());
    Budget budget = Budget.atMost(AllocatedBytes.FIGURE, none);

    assertThat(budget.judge(DifferingCalls.with(readings(true), none, observed, "")).outcome())
        .isEqualTo(Outcome.WITHIN);
    assertThat(
            Reasons.ofInconclusive(
                budget.judge(DifferingCalls.with(readings(false), none, observed, ""))))
        .isEqualTo(AllocatedBytes.OTHERS_ALLOCATE);
  }
}
