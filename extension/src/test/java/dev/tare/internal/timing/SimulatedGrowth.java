package dev.tare.internal.timing;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.clock.JvmCounters;

/** Bodies of several sizes on one simulated clock; the growth may differ from run to run. */
public final class SimulatedGrowth {

  private final SimulatedClock clock = new SimulatedClock();

  /** Returns the clock that all bodies advance. */
  public JvmCounters clock() {
    return clock;
  }

  /**
   * Returns a body that takes 100 ns times its size to the power of an exponent.
   *
   * @param exponents exponents of the first run with fresh code, of the second and so on; the last
   *     one applies to all later runs
   */
  public TestBody body(int size, double... exponents) {
    return new SimulatedBody(clock, 100, size)
        .with(
            (self, n, stub) -> {
              double exponent = exponents[Math.min(Math.max(1, stub), exponents.length) - 1];
              clock.advance(
                  n
                      * self.nanos
                      * Math.pow(size, exponent)
                      * Math.exp(0.005 * self.random.nextGaussian()),
                  1);
            });
  }
}
