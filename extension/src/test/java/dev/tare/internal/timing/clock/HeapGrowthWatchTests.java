package dev.tare.internal.timing.clock;

import static dev.tare.internal.timing.estimate.TimeFigures.TIME_PER_CALL;
import static dev.tare.internal.timing.estimate.TimeFigures.TIME_RATIO;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.timing.Benchmark;
import dev.tare.internal.timing.SimulatedBody;
import dev.tare.internal.timing.SimulatedClock;
import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.RemarkFacts;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Benchmarks in memory that the heap uses for the first time. */
class HeapGrowthWatchTests {

  private static final long MIB = 1 << 20;
  private static final TimeCaps CAPS = new TimeCaps(Elapsed.parse("2.5 s"), Elapsed.parse("2.5 s"));

  private final SimulatedClock clock = new SimulatedClock();
  private final HeapGrowthWatch heap = new HeapGrowthWatch(clock);

  /** Allocates within a tenth of a second and returns whether that used new memory. */
  private boolean takes(long bytes) {
    heap.read(true);
    clock.allocate((double) bytes);
    clock.advance(1e8, 1);
    return heap.usedNewMemory(bytes, 1e8);
  }

  private void collect() {
    clock.collectGarbage(1e6);
    heap.read(true);
  }

  @Test
  void newMemoryIsUnknownBeforeTheFirstCollection() {
    assertThat(takes(100 * MIB)).isFalse();
    assertThat(takes(100 * MIB)).isFalse();
  }

  @Test
  void memoryAboveTheLevelAtACollectionIsNew() {
    takes(100 * MIB);
    collect();

    assertThat(takes(90 * MIB)).isFalse();
    assertThat(takes(20 * MIB)).isTrue();
    collect();
    assertThat(takes(105 * MIB)).isFalse();
    assertThat(takes(20 * MIB)).isTrue();
  }

  @Test
  void grownHeapIsNewUntilItsGrowthIsAllocated() {
    takes(100 * MIB);
    clock.growHeap(60 * MIB);
    collect();

    assertThat(takes(40 * MIB)).isTrue();
    assertThat(takes(20 * MIB)).isTrue();
    assertThat(takes(20 * MIB)).isFalse();
  }

  @Nested
  class WherePagesAreCounted {

    private static final long PAGES = 100 * MIB / 4096;

    private boolean takes(long bytes, long pages) {
      heap.read(true);
      clock.allocate((double) bytes);
      clock.countPageFaults(pages);
      return heap.usedNewMemory(bytes, 1e8);
    }

    @Test
    void pageFaultsRevealNewMemory() {
      clock.countPageFaults(0);

      assertThat(takes(100 * MIB, PAGES)).isTrue();
      assertThat(takes(100 * MIB, 0)).isFalse();
    }

    @Test
    void grownHeapWithoutPageFaultsIsNotNew() {
      clock.countPageFaults(0);
      takes(100 * MIB, PAGES);
      collect();
      clock.growHeap(60 * MIB);

      assertThat(takes(50 * MIB, 0)).isFalse();
    }

    @Test
    void fewPageFaultsAreIgnored() {
      clock.countPageFaults(0);

      // 14 us a page, compared with 1 % of 100 ms
      assertThat(takes(100 * MIB, 71)).isFalse();
      assertThat(takes(100 * MIB, 72)).isTrue();
    }

    @Test
    void pageFaultsBeyondTheAllocatedBytesAreIgnored() {
      clock.countPageFaults(0);

      assertThat(takes(100 * MIB, 3 * PAGES)).isFalse();
    }
  }

  @Test
  void newMemoryIsIgnoredForLittleAllocation() {
    assertThat(HeapGrowthWatch.isNoticeable(9.0 * MIB, 100_000_000)).isFalse();
    assertThat(HeapGrowthWatch.isNoticeable(11.0 * MIB, 100_000_000)).isTrue();
  }

  /** A body with 40 B and 100 ns a call, 300 ns in new memory, and a collection every 400 MiB. */
  @Nested
  class OfABenchmark {

    private long sinceCollection;
    private long fresh;

    private void allocate(long n) {
      long bytes = 40 * n;
      clock.allocate((double) bytes);
      clock.advance(100.0 * n * (fresh > 0 ? 3 : 1), 1);
      fresh = Math.max(0, fresh - bytes);
      sinceCollection += bytes;
      if (sinceCollection > 400 * MIB) {
        sinceCollection = 0;
        clock.collectGarbage(0);
      }
    }

    private SimulatedBody growingAt(double seconds, long bytes) {
      return new SimulatedBody(clock, 100, 1) {
        private boolean grown;

        @Override
        public void simulateCalls(long n, int stub) {
          if (!grown && clock.seconds() > seconds) {
            grown = true;
            fresh = bytes;
            clock.growHeap(bytes);
          }
          allocate(n);
        }
      };
    }

    @Test
    void newMemoryExplainsNoMoreThanItsPagesCost() throws Throwable {
      Budget budget = Budget.atMost(TIME_PER_CALL, Elapsed.parse("50 ns"));

      Measurement measurement = measure(growingAt(0.42, 1_000 * MIB), budget);

      // 300 ns in new memory, of which 40 B explain 200 ns at most
      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
    }

    private Measurement compare(double maxRatio) throws Throwable {
      BenchmarkCase baseline = new BenchmarkCase("old()", new SimulatedBody(clock, 100, 2));
      return new Benchmark(clock, CAPS, SamplingPlan.STANDARD)
          .measure(
              new BenchmarkCase("get()", growingAt(0.22, 1_000 * MIB)),
              baseline,
              List.of(Budget.atMost(TIME_RATIO, new Ratio(maxRatio))))
          .get(0);
    }

    @Test
    void newMemorySlowsOnlyTheAllocatingMethodOfAComparison() throws Throwable {
      assertThat(((Doubtful) compare(1.1)).reason())
          .startsWith("the heap took new memory in many samples");
    }

    @Test
    void newMemoryDoesNotPreventAVerdictFarFromTheLimit() throws Throwable {
      assertThat(compare(1_000)).isInstanceOf(Observed.class);
      assertThat(compare(0.01)).isInstanceOf(Observed.class);
    }

    private Measurement measure(SimulatedBody body, Budget budget) throws Throwable {
      return new Benchmark(clock, CAPS, SamplingPlan.STANDARD)
          .measure(new BenchmarkCase("get()", body), null, List.of(budget))
          .get(0);
    }

    @Test
    void warmUpWaitsUntilMemoryIsUsed() throws Throwable {
      Observed observed =
          (Observed) measure(growingAt(0.3, 60 * MIB), Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.value().amount()).isCloseTo(100, within(0.5));
      assertThat(observed.counted()).noneMatch(one -> one.contains("left out"));
      assertThat(clock.seconds()).isBetween(0.75, 1.2);
    }

    @Test
    void newMemoryDoesNotDisturbLittleAllocation() throws Throwable {
      SimulatedBody frugal =
          new SimulatedBody(clock, 100, 1)
              .with(
                  (self, n, stub) -> {
                    if (clock.seconds() > 0.42) {
                      clock.growHeap(1);
                    }
                    clock.allocate(n); // 0.01 B/ns
                    self.spend(n);
                  });

      Observed observed = (Observed) measure(frugal, Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.distortions()).extracting(Remark::id).doesNotContain("new-memory");
      assertThat(observed.counted()).noneMatch(one -> one.contains("left out"));
    }

    @Test
    void samplesInNewMemoryAreLeftOut() throws Throwable {
      Observed observed =
          (Observed) measure(growingAt(0.45, 4 * MIB), Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.value().amount()).isCloseTo(100, within(0.5));
      assertThat(observed.counted())
          .anyMatch(
              one ->
                  one.matches(
                      "[\\d,]+ of [\\d,]+ samples left out: the heap took new memory in them"));
    }

    /** Returns a body that causes page faults between two moments, in seconds. */
    private SimulatedBody faulting(double from, double to, double slower, List<Long> sizes) {
      clock.countPageFaults(0);
      return new SimulatedBody(clock, 100, 1) {
        private double inPage;

        @Override
        public void simulateCalls(long n, int stub) {
          boolean inNew = clock.seconds() >= from && clock.seconds() < to;
          clock.allocate(40.0 * n);
          inPage += inNew ? 40.0 * n / 4096 : 0;
          clock.countPageFaults((long) inPage);
          inPage -= Math.floor(inPage);
          clock.advance(100.0 * n * (inNew ? slower : 1), 1);
          sizes.add(n);
        }
      };
    }

    @Test
    void warmUpWaitsForNewMemoryFromTheStart() throws Throwable {
      Observed observed =
          (Observed)
              measure(faulting(0, 0.9, 1.5, new ArrayList<>()), Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.value().amount()).isCloseTo(100, within(0.5));
      assertThat(observed.counted()).noneMatch(one -> one.contains("left out"));
      assertThat(clock.seconds()).isBetween(1.0, 1.3);
    }

    @Test
    void newMemoryDoesNotSetTheCallsPerSample() throws Throwable {
      List<Long> sizes = new ArrayList<>();

      Observed observed =
          (Observed) measure(faulting(0.35, 2.55, 40, sizes), Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.value().amount()).isCloseTo(100, within(0.5));
      // 1 ms of calls that take 100 ns, not the 4 us of the end of the warm-up
      assertThat(sizes.get(sizes.size() - 1)).isBetween(9_000L, 11_000L);
      assertThat(sizes).anyMatch(size -> size > 240 && size < 260);
    }

    @Test
    void newMemoryMakesAFailureInconclusive() throws Throwable {
      Budget budget = Budget.atMost(TIME_PER_CALL, Elapsed.parse("150 ns"));

      Measurement measurement = measure(growingAt(0.42, 1_000 * MIB), budget);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(((Doubtful) measurement).reason())
          .isEqualTo(
              "the heap took new memory in many samples, which is slow at first; allow more with"
                  + " warmupTime, or have the JVM touch its heap first: -Xms1g"
                  + " -XX:+AlwaysPreTouch");
      assertThat(requireNonNull(((Doubtful) measurement).observed()).distortions())
          .filteredOn(Remark::id, "new-memory")
          .singleElement()
          .satisfies(
              remark -> assertThat(RemarkFacts.number(remark, "percent")).isBetween(90.0, 99.0));
    }

    @Test
    void newMemoryInEveryWarmUpTurnMakesAFailureInconclusive() throws Throwable {
      Budget budget = Budget.atMost(TIME_PER_CALL, Elapsed.parse("150 ns"));

      Measurement measurement = measure(faulting(0, 100, 2.5, new ArrayList<>()), budget);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(requireNonNull(((Doubtful) measurement).observed()).inflated()).isTrue();
    }

    @Test
    void newMemoryOnABusyMachineMakesAFailureInconclusive() throws Throwable {
      Budget budget = Budget.atMost(TIME_PER_CALL, Elapsed.parse("150 ns"));
      SimulatedBody starved =
          new SimulatedBody(clock, 100, 1) {
            private final SimulatedBody faulting = faulting(0, 100, 2.5, new ArrayList<>());

            @Override
            public void simulateCalls(long n, int stub) throws Throwable {
              faulting.simulateCalls(n, stub);
              if (clock.seconds() < 2.6) {
                clock.starve(500.0 * n);
              }
            }
          };

      Measurement measurement = measure(starved, budget);

      // for 750 ns of real time, 40 B seem too little to be noticeable
      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void newMemoryMakesAFailureOfTheMeanInconclusive() throws Throwable {
      Budget budget = Budget.atMost(TIME_PER_CALL, Elapsed.parse("150 ns"));

      Measurement measurement =
          new Benchmark(clock, CAPS, statistic("mean"))
              .measure(
                  new BenchmarkCase("get()", faulting(0, 100, 2.5, new ArrayList<>())),
                  null,
                  List.of(budget))
              .get(0);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(requireNonNull(((Doubtful) measurement).observed()).inflated()).isTrue();
    }

    @Test
    void meanBeyondTheCostOfNewMemoryFails() throws Throwable {
      Budget budget = Budget.atMost(TIME_PER_CALL, Elapsed.parse("15 ns"));

      Measurement measurement =
          new Benchmark(clock, CAPS, statistic("mean"))
              .measure(
                  new BenchmarkCase("get()", faulting(0, 100, 2.5, new ArrayList<>())),
                  null,
                  List.of(budget))
              .get(0);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
    }

    private SamplingPlan statistic(String name) {
      return new SamplingPlan(Statistic.parse(name), 1, 1, true);
    }

    @Test
    void newMemoryOfTheBaselineMakesAPassInconclusive() throws Throwable {
      Budget budget = Budget.atMost(TIME_RATIO, new Ratio(1.1));
      BenchmarkCase baseline = new BenchmarkCase("old()", faulting(0, 100, 2.5, new ArrayList<>()));

      Measurement measurement =
          new Benchmark(clock, CAPS, SamplingPlan.STANDARD)
              .measure(
                  new BenchmarkCase("get()", new SimulatedBody(clock, 200, 2)),
                  baseline,
                  List.of(budget))
              .get(0);

      // new memory of the baseline makes 200 ns against 100 ns seem to be 200 ns against 250 ns
      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }
  }
}
