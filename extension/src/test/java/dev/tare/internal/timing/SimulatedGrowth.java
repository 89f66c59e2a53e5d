package dev.tare.internal.timing;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.clock.JvmCounters;
import java.util.HashMap;
import java.util.Map;

/** Bodies of several sizes on one simulated clock; the growth may differ from run to run. */
public final class SimulatedGrowth {

  private final SimulatedClock clock = new SimulatedClock();
  private final Map<Integer, SimulatedBody> bodies = new HashMap<>();

  /** Returns the clock that all bodies advance. */
  public JvmCounters clock() {
    return clock;
  }

  /** Returns the seconds that have passed. */
  public double seconds() {
    return clock.seconds();
  }

  /** Returns the number of calls of the body with a size. */
  public long calls(int size) {
    return requireNonNull(bodies.get(size)).calls;
  }

  /**
   * Returns a body that takes 100 ns times its size to the power of an exponent.
   *
   * @param exponents exponents before compiled code is discarded, afterwards and so on; the last
   *     one applies to all later calls
   */
  public TestBody body(int size, double... exponents) {
    SimulatedBody body = new SimulatedBody(clock, 100, size);
    bodies.put(size, body);
    return body.with(
        (self, n, stub) -> {
          double exponent = exponents[Math.min(clock.discardRequests(), exponents.length - 1)];
          clock.advance(
              n
                  * self.nanos
                  * Math.pow(size, exponent)
                  * Math.exp(0.005 * self.random.nextGaussian()),
              1);
        });
  }
}
