package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Remark;
import dev.tare.model.RemarkFacts;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Elapsed;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@SameOnEveryJdk
class SizedBenchmarkTests {

  private final SimulatedClock clock = new SimulatedClock();
  private final Map<String, Long> phases = new LinkedHashMap<>();
  private final BenchmarkProgress told =
      (phase, samples, nanos, left) -> phases.put(phase, samples);

  private SizedTimes times(double... nanos) throws Throwable {
    return times(
        Arrays.stream(nanos).mapToObj(one -> new SimulatedBody(clock, one, (long) one)).toList());
  }

  private SizedTimes times(List<? extends SimulatedBody> bodies) throws Throwable {
    TimeCaps caps = new TimeCaps(new Elapsed(2e9), new Elapsed(2e9));
    return new SizedBenchmark(clock, caps, told)
        .measure(
            bodies.stream()
                .map(body -> new BenchmarkCase("n = " + Math.round(body.nanos / 100), body))
                .toList());
  }

  @Test
  void timeOfEachSizeIsMeasured() throws Throwable {
    SizedTimes times = times(100, 1_000, 10_000);

    assertThat(times.nanosPerCall().get(0)).isCloseTo(100, within(2.0));
    assertThat(times.nanosPerCall().get(1)).isCloseTo(1_000, within(20.0));
    assertThat(times.nanosPerCall().get(2)).isCloseTo(10_000, within(200.0));
    assertThat(times.chargeErrors()).containsOnly(0.0);
    assertThat(times.maxSlowdown()).isEqualTo(SampleSelection.MAX_SHARING_SLOWDOWN);
    assertThat(times.tooFast()).isFalse();
    assertThat(times.distortions()).isEmpty();
    assertThat(times.counted())
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo("CPU time of the calling thread"),
            second -> assertThat(second).isEqualTo("40 samples of each size, interleaved"),
            third -> assertThat(third).startsWith("warm-up "));
  }

  @Test
  void allCallsAgreeWithTheSamplesOfAnEvenBody() throws Throwable {
    SizedTimes times = times(100, 1_000, 10_000);

    assertThat(times.nanosOfAllCalls()).isEqualTo(times.nanosPerCall());
  }

  @Test
  void rareSlowCallsAreInTheMeanOfAllCalls() throws Throwable {
    SimulatedBody rarelySlow =
        new SimulatedBody(clock, 10_000, 3)
            .with(
                (self, n, stub) -> {
                  self.spend(n);
                  clock.advance((self.calls / 3_000 - (self.calls - (long) n) / 3_000) * 60e6, 1);
                });

    SizedTimes times = times(List.of(new SimulatedBody(clock, 1_000, 3), rarelySlow));

    assertThat(times.nanosPerCall().get(1)).isCloseTo(10_000, within(200.0));
    assertThat(times.nanosOfAllCalls().get(0)).isEqualTo(times.nanosPerCall().get(0));
    assertThat(times.nanosOfAllCalls().get(1)).isCloseTo(30_000, within(3_000.0));
  }

  @Test
  void waitingMayTakeAnyTimeLonger() throws Throwable {
    SimulatedBody waiting =
        new SimulatedBody(clock, 1_000, 3) {
          @Override
          public void simulateCalls(long n, int stub) {
            clock.advance(n * nanos, 0.5);
          }
        };

    assertThat(times(List.of(waiting, waiting, waiting)).maxSlowdown()).isInfinite();
  }

  @Test
  void progressIsReported() throws Throwable {
    times(100, 1_000, 10_000);

    assertThat(phases.keySet()).containsExactly("warm-up", "sampling");
    assertThat(phases).containsEntry("sampling", 120L);
  }

  @Test
  void benchmarkKeepsItsCaps() throws Throwable {
    SizedTimes times = times(1e6, 50e6, 300e6);

    // warm-up and sampling of 2 s each, and at least five rounds
    assertThat(clock.seconds()).isLessThan(7);
    assertThat(times.distortions()).extracting(Remark::id).containsExactly("few-readings");
  }

  @Test
  void warmUpOfAllSizesKeepsTheCap() throws Throwable {
    clock.queueCompilationUntil(100);

    SizedTimes times = times(100, 1_000, 10_000);

    assertThat(times.distortions()).extracting(Remark::id).containsExactly("jit-not-quiet");
    assertThat(clock.seconds()).isBetween(2.0, 2.5);
  }

  @Test
  void callBelowTheFloorIsMarked() throws Throwable {
    SizedTimes times = times(0.1, 10, 100);

    assertThat(times.tooFast()).isTrue();
    assertThat(times.nanosPerCall().get(0)).isEqualTo(1);
  }

  @Nested
  class GarbageCollection {

    private double bytesPerPause = 10e6;
    private double nanosOfPause = 3e6;
    private double garbage;

    /** A body that allocates the given bytes a call; all bodies share one heap. */
    private class Allocating extends SimulatedBody {
      private final double bytes;

      Allocating(double nanos, double bytes) {
        super(SizedBenchmarkTests.this.clock, nanos, (long) nanos);
        this.bytes = bytes;
      }

      @Override
      public void simulateCalls(long n, int stub) throws Throwable {
        super.simulateCalls(n, stub);
        clock.allocate(n * bytes);
        garbage += n * bytes;
        if (garbage > bytesPerPause) {
          clock.collectGarbage(nanosOfPause);
          garbage -= bytesPerPause;
        }
      }
    }

    private List<Allocating> alike() {
      return List.of(
          new Allocating(100, 32), new Allocating(1_000, 320), new Allocating(10_000, 3_200));
    }

    @Test
    void pausesAreChargedToEachSizeByItsBytes() throws Throwable {
      clock.countPageFaults(0);

      // a pause of 3 ms for every 10 MB is 0.3 ns a byte
      SizedTimes times =
          times(
              List.of(
                  new Allocating(100, 0),
                  new Allocating(1_000, 320),
                  new Allocating(10_000, 32_000)));

      assertThat(times.nanosPerCall().get(0)).isCloseTo(100, within(2.0));
      assertThat(times.nanosPerCall().get(1)).isCloseTo(1_096, within(30.0));
      assertThat(times.nanosPerCall().get(2)).isCloseTo(19_600, within(800.0));
      assertThat(times.counted())
          .anySatisfy(
              phrase ->
                  assertThat(phrase)
                      .matches(
                          "0 ns, (9|10)[.0-9]* ns, (9|10)[.0-9]* us a call charged for garbage"
                              + " collection, by the bytes allocated"));
    }

    @Test
    void longPausesAreReported() throws Throwable {
      clock.countPageFaults(0);

      assertThat(times(alike()).distortions())
          .first()
          .satisfies(
              remark -> {
                assertThat(remark.id()).isEqualTo("garbage-collection");
                assertThat(RemarkFacts.number(remark, "percent")).isBetween(7.5, 9.5);
                assertThat(remark.facts())
                    .containsEntry("charge", "charged by the bytes allocated");
              });
    }

    @Test
    void sizesWithoutAllocationAreNotCharged() throws Throwable {
      SimulatedBody collecting =
          new SimulatedBody(clock, 100, 1) {
            private double worked;

            @Override
            public void simulateCalls(long n, int stub) throws Throwable {
              super.simulateCalls(n, stub);
              worked += n * nanos;
              if (worked > 4e6) {
                clock.collectGarbage(2e6);
                worked -= 4e6;
              }
            }
          };

      SizedTimes times = times(List.of(collecting, collecting, collecting));

      assertThat(times.nanosPerCall().get(0)).isCloseTo(100, within(2.0));
      assertThat(times.chargeErrors()).containsOnly(0.0);
      assertThat(times.distortions())
          .filteredOn(Remark::id, "garbage-collection")
          .singleElement()
          .satisfies(
              remark -> {
                assertThat(RemarkFacts.number(remark, "percent")).isBetween(29.5, 39.5);
                assertThat(remark.facts()).containsEntry("charge", "not counted in CPU time");
              });
    }

    @Test
    void chargeIsOfPausesInUsedMemory() throws Throwable {
      clock.countPageFaults(0);
      Allocating first =
          new Allocating(1_000, 320) {
            private double pages;

            @Override
            public void simulateCalls(long n, int stub) throws Throwable {
              boolean inNewMemory = clock.seconds() < 0.9;
              nanosOfPause = inNewMemory ? 30e6 : 3e6;
              pages += inNewMemory ? n * 320 / 4096.0 : 0;
              clock.countPageFaults((long) pages);
              pages -= Math.floor(pages);
              super.simulateCalls(n, stub);
            }
          };

      SizedTimes times =
          times(List.of(first, new Allocating(2_000, 640), new Allocating(8_000, 2_560)));

      assertThat(times.nanosPerCall().get(0)).isCloseTo(1_096, within(40.0));
      assertThat(times.nanosPerCall().get(2)).isCloseTo(8_768, within(320.0));
    }

    @Test
    void callsInNewMemoryMayTakeAnyTimeLonger() throws Throwable {
      Allocating inNewMemory =
          new Allocating(1_000, 320) {
            private double pages;

            @Override
            public void simulateCalls(long n, int stub) throws Throwable {
              super.simulateCalls(n, stub);
              pages += n * 320 / 4096.0;
              clock.countPageFaults((long) pages);
              pages -= Math.floor(pages);
            }
          };

      assertThat(times(List.of(inNewMemory, inNewMemory, inNewMemory)).maxSlowdown()).isInfinite();
    }

    @Test
    void fewPausesIncreaseTheError() throws Throwable {
      clock.countPageFaults(0);
      bytesPerPause = 100e6;
      nanosOfPause = 100e6;

      List<Allocating> unlike =
          List.of(new Allocating(1_000, 1), new Allocating(2_000, 1), new Allocating(8_000, 2_560));
      SizedTimes times = times(unlike);
      assertThat(times.chargeErrors().get(1)).isLessThan(0.01 * times.nanosPerCall().get(1));
      assertThat(times.chargeErrors().get(2) / times.nanosPerCall().get(2)).isBetween(0.05, 0.3);
    }

    @Test
    void proportionalChargesAddNoError() throws Throwable {
      clock.countPageFaults(0);
      bytesPerPause = 100e6;
      nanosOfPause = 100e6;

      SizedTimes times = times(alike());
      assertThat(times.chargeErrors().get(2)).isLessThan(0.02 * times.nanosPerCall().get(2));
    }
  }

  /** Ids of distortions; {@link WarningsTests} checks their text. */
  @Nested
  class Warns {

    /** Returns the distortions of bodies that run an action in each sample of 1 ms. */
    private List<Remark> warningsWith(Runnable action) throws Throwable {
      return times(
              List.of(
                  withEachSample(100, action),
                  withEachSample(1_000, action),
                  withEachSample(10_000, action)))
          .distortions();
    }

    private SimulatedBody withEachSample(double nanos, Runnable action) {
      return new SimulatedBody(clock, nanos, (long) nanos)
          .with(
              (self, n, stub) -> {
                self.spend(n);
                if (n * self.nanos > 500_000) {
                  action.run();
                }
              });
    }

    @Test
    void busyMachineIsReported() throws Throwable {
      assertThat(warningsWith(() -> clock.starve(500_000)))
          .extracting(Remark::id)
          .contains("busy-machine");
    }

    @Test
    void interruptedSamplesAreReported() throws Throwable {
      int[] turn = new int[1];

      assertThat(warningsWith(() -> clock.starve(turn[0]++ % 4 == 0 ? 0 : 500_000)))
          .filteredOn(Remark::id, "interrupted-samples")
          .first()
          .satisfies(
              remark -> {
                assertThat(remark.facts()).containsEntry("method", "n = 1");
                assertThat(RemarkFacts.number(remark, "percent")).isBetween(70.0, 79.9);
              });
    }

    @Test
    void compilationIsReported() throws Throwable {
      assertThat(warningsWith(() -> clock.compile(200_000)))
          .extracting(Remark::id)
          .contains("compilation");
    }

    @Test
    void loadedClassesAreReported() throws Throwable {
      assertThat(warningsWith(() -> clock.loadClasses(1)))
          .containsExactly(
              Remark.of(
                  "class-loading", "{classes|class|classes} loaded while samples were taken", 120));
    }

    @Test
    void otherAgentsAreReported() throws Throwable {
      clock.setJvmArguments("-javaagent:/opt/jacoco/jacocoagent.jar=destfile=x");

      assertThat(times(100, 1_000, 10_000).distortions())
          .extracting(Remark::id)
          .containsExactly("other-agents");
    }

    @Test
    void coarseClockIsReported() throws Throwable {
      clock.setWallStep(100_000);

      assertThat(times(100, 1_000, 10_000).distortions())
          .extracting(Remark::id)
          .contains("coarse-clock");
    }

    @Test
    void outliersAreReported() throws Throwable {
      SimulatedBody rarelySlow =
          new SimulatedBody(clock, 1_000, 3) {
            private int turn;

            @Override
            public void simulateCalls(long n, int stub) throws Throwable {
              turn++;
              super.simulateCalls(turn % 12 == 2 ? 2 * n : n, stub);
            }
          };

      assertThat(
              times(
                      List.of(
                          new SimulatedBody(clock, 100, 1),
                          rarelySlow,
                          new SimulatedBody(clock, 10_000, 2)))
                  .distortions())
          .singleElement()
          .satisfies(
              remark -> {
                assertThat(remark.id()).isEqualTo("outliers");
                assertThat(remark.facts()).containsEntry("method", "n = 10");
                assertThat(RemarkFacts.number(remark, "outliers")).isBetween(3.0, 5.0);
                assertThat(RemarkFacts.number(remark, "extreme")).isBetween(3.0, 4.0);
              });
    }

    @Test
    void fasterCallsInTheWarmUpAreReported() throws Throwable {
      SimulatedBody relapsing =
          new SimulatedBody(clock, 1_000, 4)
              .with((self, n, stub) -> self.spend(clock.seconds() > 0.1 ? 80 * n : n));

      assertThat(times(List.of(relapsing, relapsing, relapsing)).distortions())
          .extracting(Remark::id)
          .containsExactly("slower-than-before");
    }
  }
}
