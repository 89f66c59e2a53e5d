package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.timing.sample.BenchmarkCase;
import org.junit.jupiter.api.Test;

/** Starvation during and after a first call. */
class FirstCallTimeTests {

  private static final double CALL_NANOS = 50e6;
  private static final double READINGS_NANOS = 1_000;
  private static final double CPU_READING_NANOS = 10_000;

  private final LateClock lateClock = new LateClock();

  /**
   * A clock whose CPU time readings take CPU time themselves. The thread may lose its processor
   * just before it reads its starvation.
   */
  private static final class LateClock extends SimulatedClock {

    private double starving;

    @Override
    public synchronized long threadCpuNanos() {
      advance(CPU_READING_NANOS, 1);
      return super.threadCpuNanos();
    }

    @Override
    public long starvedNanos() {
      starve(starving);
      starving = 0;
      return super.starvedNanos();
    }
  }

  private FirstCallTime measure(double starvedInCall, double cpuShare, double starvedAfterwards)
      throws Throwable {
    SimulatedBody body =
        new SimulatedBody(lateClock, 100, 7) {
          @Override
          public void simulateCalls(long n, int stub) {
            clock.starve(starvedInCall);
            clock.advance(CALL_NANOS, cpuShare);
            lateClock.starving = starvedAfterwards;
          }
        };
    return FirstCallTime.measure(lateClock, new BenchmarkCase("get()", body));
  }

  @Test
  void starvationAfterTheCallIsNotTakenFromItsTime() throws Throwable {
    FirstCallTime time = measure(0, 1, 200e6);

    assertThat(time.elapsed().nanos()).isBetween(CALL_NANOS, CALL_NANOS + READINGS_NANOS);
    assertThat(time.unstarved().nanos())
        .isBetween(CALL_NANOS - READINGS_NANOS, CALL_NANOS + READINGS_NANOS);
  }

  @Test
  void starvationInTheCallIsTakenFromItsTime() throws Throwable {
    FirstCallTime time = measure(200e6, 1, 0);

    assertThat(time.elapsed().nanos()).isBetween(250e6, 250e6 + READINGS_NANOS);
    assertThat(time.unstarved().nanos())
        .isBetween(CALL_NANOS - READINGS_NANOS, CALL_NANOS + READINGS_NANOS);
  }

  @Test
  void waitingIsNotDistinguishedFromStarvationAfterTheCall() throws Throwable {
    FirstCallTime time = measure(0, 0.5, 200e6);

    assertThat(time.elapsed().nanos()).isBetween(CALL_NANOS, CALL_NANOS + READINGS_NANOS);
    assertThat(time.unstarved().nanos())
        .isBetween(CALL_NANOS / 2 - READINGS_NANOS, CALL_NANOS / 2 + READINGS_NANOS);
  }
}
