package dev.tare.internal.timing;

import static dev.tare.internal.timing.TimeFigures.TIME_PER_CALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.Reasons;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.SameOnEveryJdk;
import org.junit.jupiter.api.Test;

/** All warnings, and bodies whose work the JIT removes, on a simulated clock. */
@SameOnEveryJdk
class WarningsTests extends SimulatedBenchmarks {

  @Test
  void garbageCollectionIsChargedByTheBytesAllocated() throws Throwable {
    SimulatedBody allocating =
        new SimulatedBody(clock, 100, 9) {
          private double bytes;

          @Override
          public void simulateCalls(long n, int stub) throws Throwable {
            super.simulateCalls(n, stub);
            clock.allocate(n * 32.0);
            bytes += n * 32.0;
            if (bytes > 10e6) {
              // a pause of 3 ms for every 10 MB: 9.6 ns a call
              clock.collectGarbage(3e6);
              bytes -= 10e6;
            }
          }
        };

    Observed observed = observed(allocating, NONE);

    assertThat(observed.value().amount()).isCloseTo(109.6, within(2.0));
    assertThat(observed.counted())
        .anySatisfy(
            phrase ->
                assertThat(phrase)
                    .matches("(9|10)[.0-9]* ns a call charged for garbage collection, by the .*"));
    assertThat(texts(observed))
        .anySatisfy(phrase -> assertThat(phrase).matches("garbage collection [0-9]+ % of .*"));
  }

  @Test
  void pausesOfCallsThatAllocateNothingLeaveTheTimeOpen() throws Throwable {
    SimulatedBody collecting =
        new SimulatedBody(clock, 100, 9) {
          private long sincePause;

          @Override
          public void simulateCalls(long n, int stub) throws Throwable {
            super.simulateCalls(n, stub);
            sincePause += n;
            if (sincePause > 100_000) { // a pause of 3 ms in 13
              clock.collectGarbage(3e6);
              sincePause = 0;
            }
          }
        };

    assertThat(observed(collecting, max("1 us")).doubt())
        .startsWith("garbage collections took more than 5 % of the time");
  }

  @Test
  void pausesWhileTheJitCompiledAreNotCharged() throws Throwable {
    clock.queueCompilationUntil(0.9);
    SimulatedBody allocating =
        new SimulatedBody(clock, 100, 9) {
          private double bytes;

          @Override
          public void simulateCalls(long n, int stub) throws Throwable {
            super.simulateCalls(n, stub);
            clock.allocate(n * 32.0);
            bytes += n * 32.0;
            boolean early = clock.seconds() < 0.9;
            if (bytes > (early ? 1e6 : 10e6)) {
              // 64 ns a call at first, then 9.6 ns
              clock.collectGarbage(early ? 2e6 : 3e6);
              bytes = 0;
            }
          }
        };

    assertThat(observed(allocating, NONE).value().amount()).isCloseTo(109.6, within(4.0));
  }

  @Test
  void meanOfRealTimeIncludesPauses() throws Throwable {
    SimulatedBody waiting =
        withSamples(
            1,
            () -> {
              clock.advance(200_000, 0);
              clock.collectGarbage(200_000);
            });

    Observed observed = observed(of("mean"), waiting, NONE);

    assertThat(observed.value().amount()).isCloseTo(140, within(3.0));
    assertThat(observed.counted()).noneMatch(phrase -> phrase.contains("charged"));
  }

  /**
   * Returns a body that becomes slow, as when C1's code of the stub replaces C2's of the method.
   */
  private SimulatedBody relapsing(double untilSeconds) {
    return new SimulatedBody(clock, 1_000, 4) {
      private boolean before;

      @Override
      public void simulateCalls(long n, int stub) throws Throwable {
        boolean relapsed = clock.seconds() > 0.1 && clock.seconds() < untilSeconds;
        clock.compile(before && !relapsed ? 5e6 : 0);
        before = relapsed;
        super.simulateCalls(relapsed ? 80 * n : n, stub);
      }
    };
  }

  @Test
  void warmUpGoesOnWhileCallsAreMuchSlowerThanBefore() throws Throwable {
    Observed observed = observed(relapsing(1.5), NONE);

    assertThat(observed.value().amount()).isCloseTo(1_000, within(10.0));
    assertThat(observed.distortions()).isEmpty();
    assertThat(clock.seconds()).isBetween(1.5, 2.0);
  }

  @Test
  void callsThatStaySlowerThanBeforeAreReported() throws Throwable {
    assertThat(texts(observed(relapsing(100), NONE)))
        .anySatisfy(text -> assertThat(text).startsWith("the samples judged give "));
    assertThat(clock.seconds()).isBetween(2.5, 3.0);
  }

  @Test
  void bodyThatReturnsNothingIsUnmeasuredBelowTheFloor() throws Throwable {
    assertThat(measure(body(0.1).withResult(false), null, max("0.5 ns")))
        .isInstanceOfSatisfying(
            Missing.class,
            missing -> {
              assertThat(missing.reason())
                  .startsWith("get() takes less than 1 ns and returns nothing");
              assertThat(missing.remedy()).startsWith("return what the body computes");
            });
  }

  @Test
  void bodyThatReturnsNothingIsUnmeasuredOnABusyMachine() throws Throwable {
    SimulatedBody body =
        new SimulatedBody(clock, 0.1, 1)
            .with(
                (self, n, stub) -> {
                  clock.advance(n * self.nanos, 1);
                  clock.advance(n * 19 * self.nanos, 0);
                })
            .withResult(false);

    Measurement measurement = measure(body, null, max("0.5 ns"));

    assertThat(measurement).isInstanceOf(Missing.class);
  }

  @Test
  void waitingCallIsNoRemovedWorkWithoutACpuClock() throws Throwable {
    SimulatedBody body =
        new SimulatedBody(clock, 100, 1)
            .with((self, n, stub) -> clock.advance(n * self.nanos, 0))
            .withResult(false);
    clock.setCpuStep(1e18);

    Measurement measurement = measure(body, null, NONE);

    assertThat(measurement).matches(Reasons::hasNoDoubt);
  }

  @Test
  void deadCodeCheckWaitsForTheCompiler() throws Throwable {
    SimulatedBody small =
        new SimulatedBody(clock, 0.1, 1) {
          private double compiled = Double.MAX_VALUE;

          @Override
          public void simulateCalls(long n, int stub) throws Throwable {
            boolean alone = n == 1 && calls > 1_000_000;
            if (alone && compiled == Double.MAX_VALUE) {
              compiled = clock.seconds() + 2;
              clock.queueCompilationUntil(compiled);
            }
            clock.advance(alone ? (clock.seconds() < compiled ? 50 : 3) : n * nanos, 1);
          }
        };

    Measurement measurement = measure(small, null, NONE);

    assertThat(measurement).matches(Reasons::hasNoDoubt);
  }

  /** A loop computes its value once, single calls compute it each time. */
  private SimulatedBody hoisted() {
    return new SimulatedBody(clock, 0.1, 1)
        .with((self, n, stub) -> clock.advance(n == 1 ? 50 : n * self.nanos, 1));
  }

  @Test
  void workThatTheJitHoistsOutOfALoopIsUnmeasuredIfItsBoundIsAboveTheLimit() throws Throwable {
    assertThat(measure(hoisted(), null, max("49 ns")))
        .isEqualTo(
            new Missing(
                TIME_PER_CALL,
                "get() takes less than 1 ns in a loop and 50 ns alone: the JIT computes its value"
                    + " once for all calls",
                "return what the body computes, from input that changes or is a field that is not"
                    + " final"));
  }

  @Test
  void callsThatAreNotOptimizedBoundTheTimeOfRemovedWork() throws Throwable {
    Budget budget = max("51 ns");

    Observed observed = (Observed) measure(hoisted(), null, budget);

    assertThat(budget.judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
    assertThat(observed.value().amount()).isCloseTo(50, within(0.1));
    assertThat(observed.upper()).isEqualTo(observed.value());
    assertThat(observed.lower().amount()).isLessThan(1);
    assertThat(observed.otherWork().orElseThrow().text())
        .startsWith("an upper bound of 50 ns, from calls that the JIT had not optimized: get() ");
  }

  @Test
  void rareSlowCallsAreInTheBoundOfRemovedWork() throws Throwable {
    SimulatedBody rarelySlow =
        new SimulatedBody(clock, 0.1, 1) {
          private boolean wasSlow;

          @Override
          public void simulateCalls(long n, int stub) throws Throwable {
            clock.advance(n == 1 ? 15 : n * nanos, 1);
            if (!wasSlow && clock.seconds() > 0.4) {
              // one call of billions, in one sample of many: a mean far above 20 ns
              clock.advance(900e9, 1);
              wasSlow = true;
            }
          }
        };
    Budget budget = max("20 ns");

    assertThat(measure(rarelySlow, null, budget)).isInstanceOf(Missing.class);
  }

  @Test
  void boundOfRemovedWorkDecidesARatio() throws Throwable {
    Budget budget = maxRatio(0.1);

    Observed observed = (Observed) measure(hoisted(), body(1_000), budget);

    assertThat(budget.judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
    assertThat(observed.value().amount()).isCloseTo(0.05, within(0.002));
    assertThat(measure(hoisted(), body(100), budget)).isInstanceOf(Missing.class);
  }

  @Test
  void boundOfARemovedBaselineExceedsARatio() throws Throwable {
    Budget budget = maxRatio(15);

    Observed observed = (Observed) measure(body(1_000), hoisted(), budget);

    assertThat(budget.judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
    assertThat(observed.value().amount()).isCloseTo(20, within(0.5));
    assertThat(observed.isAtLeast()).isTrue();
    assertThat(measure(body(100), hoisted(), budget)).isInstanceOf(Missing.class);
  }

  @Test
  void ratioToABaselineThatReturnsNothingIsUnmeasured() throws Throwable {
    SimulatedBody nothing = new SimulatedBody(clock, 0.1, 1).withResult(false);
    Budget budget = maxRatio(15);

    assertThat(measure(body(1_000), nothing, budget)).isInstanceOf(Missing.class);
  }

  @Test
  void withoutALimitRemovedWorkHasOnlyABound() throws Throwable {
    Measurement bound = measure(hoisted(), null, NONE);

    assertThat(RemovedWorkBound.of(bound)).isPresent();
    assertThat(RemovedWorkBound.decided(bound, NONE)).isInstanceOf(Missing.class);
  }

  @Test
  void errorOfOnePauseIsNoFactorOfTheTime() throws Throwable {
    SimulatedBody withOnePause =
        new SimulatedBody(clock, 130_000, 9) {
          private double bytes;

          @Override
          public void simulateCalls(long n, int stub) throws Throwable {
            super.simulateCalls(n, stub);
            clock.allocate(n * 20_000.0);
            boolean before = bytes <= 40e6;
            bytes += n * 20_000.0;
            if (before && bytes > 40e6) {
              clock.collectGarbage(1e9);
            }
          }
        };

    Observed observed = observed(withOnePause, NONE);

    // two thirds of the time are the charge for one pause, whose error is as large as itself
    assertThat(observed.value().amount()).isBetween(300_000.0, 600_000.0);
    assertThat(observed.upper().amount()).isLessThan(3 * observed.value().amount());
    assertThat(observed.lower().amount()).isGreaterThan(120_000);
  }

  @Test
  void fewScatteredReadingsFarAboveTheLimitExceedIt() throws Throwable {
    SimulatedBody scattered =
        new SimulatedBody(clock, 300e6, 9) {
          private int turn;

          @Override
          public void simulateCalls(long n, int stub) throws Throwable {
            clock.advance(n * nanos * (++turn % 2 == 0 ? 6 : 1), 1);
          }
        };
    Budget budget = max("50 ms");

    Observed observed = observed(scattered, budget);

    assertThat(observed.sampling().readings()).isLessThan(8);
    assertThat(budget.judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
    // a quarter of the fastest call, which a shared core and compilation may have slowed down
    assertThat(observed.lower().amount()).isGreaterThanOrEqualTo(75e6);
  }
}
