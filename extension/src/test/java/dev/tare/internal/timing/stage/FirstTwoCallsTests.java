package dev.tare.internal.timing.stage;

import static dev.tare.internal.timing.estimate.TimeFigures.FIRST_CALL;
import static dev.tare.internal.timing.estimate.TimeFigures.TIME_PER_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.timing.Benchmark;
import dev.tare.internal.timing.SimulatedBody;
import dev.tare.internal.timing.SimulatedClock;
import dev.tare.internal.timing.SizedBenchmark;
import dev.tare.internal.timing.SizedTimes;
import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Calls that do less work than the first. Isolated, since the JVM counts the classes that all tests
 * load.
 */
@Isolated
class FirstTwoCallsTests {

  private static final TimeCaps CAPS = new TimeCaps(Elapsed.parse("2.5 s"), Elapsed.parse("2.5 s"));
  private static final Budget LIMIT = Budget.atMost(TIME_PER_CALL, Elapsed.parse("150 ns"));

  private final SimulatedClock clock = new SimulatedClock();

  /**
   * Returns a body whose first and second call take the given CPU times, and later calls 100 ns.
   */
  private SimulatedBody body(double firstNanos, double secondNanos) {
    return body(firstNanos, secondNanos, () -> {});
  }

  private SimulatedBody body(double firstNanos, double secondNanos, Runnable besideFirst) {
    return new SimulatedBody(clock, 100, 7)
        .with(
            (self, n, stub) -> {
              if (self.calls > 2) {
                self.spend(n);
              } else {
                clock.advance(self.calls == 1 ? firstNanos : secondNanos, 1);
              }
              if (self.calls == 1) {
                besideFirst.run();
              }
            });
  }

  private Observed measure(JvmCounters read, TestBody body) throws Throwable {
    return (Observed)
        new Benchmark(read, CAPS, SamplingPlan.STANDARD)
            .measure(new BenchmarkCase("get()", body), null, List.of(LIMIT))
            .get(0);
  }

  private Observed measure(TestBody body) throws Throwable {
    return measure(clock, body);
  }

  @Test
  void aFarLongerFirstCallIsADistortionThatChangesNoOutcome() throws Throwable {
    Observed observed = measure(body(200e6, 3_000));

    assertThat(observed.distortions())
        .extracting(Remark::text)
        .containsExactly(
            "the first call took 200 ms, later calls 100 ns: they may do other work (a remembered"
                + " result, used-up input)");
    assertThat(observed.otherWork()).isPresent();
    assertThat(observed.inflated()).isFalse();
    assertThat(LIMIT.judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void aSecondCallNearlyAsLongIsNoSignOfOtherWork() throws Throwable {
    assertThat(measure(body(5e6, 0.9e6)).otherWork()).isEmpty();
    assertThat(measure(body(5e6, 0.5e6)).otherWork()).isPresent();
  }

  @Test
  void aSecondCallThatTakesAThousandSampledOnesIsASignOfOtherWork() throws Throwable {
    assertThat(measure(body(1.1e6, 1.1e6)).otherWork()).isPresent();
    assertThat(measure(body(40e6, 40e6)).otherWork())
        .hasValueSatisfying(remark -> assertThat(remark.facts()).containsEntry("call", "second"));
    assertThat(measure(body(100, 40e6)).otherWork()).isPresent();
  }

  @Test
  void linkingInTheFirstCallIsNoSignOfOtherWork() throws Throwable {
    assertThat(measure(body(0.9e6, 3_000)).otherWork()).isEmpty();
    assertThat(measure(body(1.1e6, 3_000)).otherWork()).isPresent();
  }

  @Test
  void loadingClassesInTheFirstCallIsNoSignOfOtherWork() throws Throwable {
    assertThat(measure(body(20e6, 3_000, () -> clock.loadClasses(30))).otherWork()).isEmpty();
    assertThat(measure(body(40e6, 3_000, () -> clock.loadClasses(30))).otherWork()).isPresent();
  }

  @Test
  void aBusyMachineInTheFirstCallIsNoSignOfOtherWork() throws Throwable {
    assertThat(measure(body(500_000, 3_000, () -> clock.starve(200e6))).otherWork()).isEmpty();
  }

  @Test
  void aFirstCallThatWaitsIsASignOfOtherWork() throws Throwable {
    assertThat(measure(body(500_000, 3_000, () -> clock.advance(20e6, 0))).otherWork()).isEmpty();
    assertThat(measure(body(500_000, 3_000, () -> clock.advance(200e6, 0))).otherWork())
        .hasValueSatisfying(
            remark ->
                assertThat(remark.facts())
                    .containsEntry("call", "first")
                    .extractingByKey("took")
                    .hasToString("201 ms"));
  }

  @Test
  void compiledCodeMayBeMuchFasterThanTheFirstCall() throws Throwable {
    SimulatedBody interpreted =
        new SimulatedBody(clock, 50_000, 7)
            .with((self, n, stub) -> self.spend(self.calls == 1 ? 40 : n));

    assertThat(measure(interpreted).otherWork()).isEmpty();
  }

  @Test
  void realTimeIsComparedWhereCpuTimeIsUnknown() throws Throwable {
    class ClockWithoutCpuTime extends SimulatedClock {
      @Override
      public long threadCpuNanos() {
        return 0;
      }
    }
    ClockWithoutCpuTime read = new ClockWithoutCpuTime();
    SimulatedBody remembers =
        new SimulatedBody(read, 100, 7)
            .with((self, n, stub) -> self.spend(self.calls == 1 ? 100_000 : n));
    SimulatedBody starved =
        new SimulatedBody(read, 100, 7)
            .with(
                (self, n, stub) -> {
                  self.spend(n);
                  read.starve(self.calls == 1 ? 10e6 : 0);
                });

    assertThat(measure(read, remembers).otherWork()).isPresent();
    assertThat(measure(read, starved).otherWork()).isEmpty();
  }

  @Test
  void aLongFirstCallIsNotRepeatedBeforeTheWarmUp() throws Throwable {
    Observed observed = measure(body(3e9, 100));

    assertThat(observed.distortions()).extracting(Remark::id).containsExactly(Remark.OTHER_WORK);
    assertThat(measure(new SimulatedBody(clock, 3e9, 7)).otherWork()).isEmpty();
  }

  @Test
  void aLimitOnTheFirstCallAloneTakesOneCall() throws Throwable {
    SimulatedBody body = body(200e6, 3_000);

    new Benchmark(clock, CAPS, SamplingPlan.STANDARD)
        .measure(new BenchmarkCase("get()", body), null, List.of(Budget.unlimited(FIRST_CALL)));

    assertThat(body.calls).isEqualTo(1);
  }

  @Test
  void aGrowthNamesTheLargestSizeWithOtherWork() throws Throwable {
    SizedTimes times =
        new SizedBenchmark(clock, CAPS, BenchmarkProgress.SILENT)
            .measure(
                List.of(
                    new BenchmarkCase("n = 10", body(5e6, 3_000)),
                    new BenchmarkCase("n = 100", body(50e6, 3_000)),
                    new BenchmarkCase("n = 1,000", body(100, 100))));

    assertThat(times.distortions())
        .singleElement()
        .satisfies(remark -> assertThat(remark.facts()).containsEntry("size", "n = 100"))
        .asString()
        .startsWith("n = 100: the first call took 50 ms, later calls 100 ns: they may do other");
  }

  /** Bodies with real times, a hundred times above the shortest time that is compared. */
  @Nested
  class OfThisJvm {

    private Optional<Remark> otherWork(Object target, String method) throws Throwable {
      TestBody body =
          TestBodies.of(
              target,
              target.getClass().getDeclaredMethod(method),
              new Object[0],
              (called, on, arguments) -> called.invoke(on, arguments));
      Elapsed cap = Elapsed.parse("100 ms");
      Budget none = Budget.unlimited(TIME_PER_CALL);
      BenchmarkCase benchmarkCase = new BenchmarkCase(method + "()", body);
      return ((Observed)
              new Benchmark(JvmCounters.ofThisJvm(), new TimeCaps(cap, cap), SamplingPlan.STANDARD)
                  .measure(benchmarkCase, null, List.of(none))
                  .get(0))
          .otherWork();
    }

    @Test
    void aRememberedResultIsOtherWork() throws Throwable {
      assertThat(otherWork(new Remembering(), "sum")).isPresent();
    }

    @Test
    void aResultRememberedForEachOfTwoArgumentsIsOtherWork() throws Throwable {
      assertThat(otherWork(new RememberingByArgument(), "sum")).isPresent();
    }

    @Test
    void aDrainedIteratorIsOtherWork() throws Throwable {
      assertThat(otherWork(new Draining(), "rest")).isPresent();
    }

    @Test
    void aShortSortOfAFieldIsOtherWork() throws Throwable {
      assertThat(otherWork(new Sorting(), "sort"))
          .map(Remark::text)
          .hasValue(
              "the first call reordered or emptied rows, and later calls did not: they do other"
                  + " work (used-up input)");
    }

    @Test
    void anOrdinaryBodyDoesTheSameWorkEachTime() throws Throwable {
      assertThat(otherWork(new Ordinary(), "hash")).isEmpty();
    }
  }

  static long work(int turns) {
    long state = turns;
    for (int i = 0; i < turns; i++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
    }
    return state;
  }

  static class Remembering {
    private final Map<String, Long> sums = new HashMap<>();

    long sum() {
      return sums.computeIfAbsent("key", key -> work(400_000_000));
    }
  }

  static class RememberingByArgument {
    private final Map<Integer, Long> sums = new HashMap<>();
    private int calls;

    long sum() {
      return sums.computeIfAbsent(calls++ % 2, key -> work(200_000_000));
    }
  }

  static class Draining {
    private final Iterator<Integer> numbers = Collections.nCopies(200_000, 2_000).iterator();

    long rest() {
      long sum = 0;
      while (numbers.hasNext()) {
        sum += work(numbers.next());
      }
      return sum;
    }
  }

  static class Sorting {
    private final List<Integer> rows = new ArrayList<>(List.of(3, 1, 2));

    void sort() {
      Collections.sort(rows);
    }
  }

  static class Ordinary {
    long hash() {
      return work(200);
    }
  }
}
