package dev.tare.internal.timing.clock;

import dev.tare.internal.stats.Quantiles;

/**
 * Cost and granularity of a clock reading.
 *
 * @param nanos time of a reading; a call that is timed by itself seems longer by it
 * @param stepNanos smallest advance observed; 0 if the clock did not advance
 */
public record ClockCost(double nanos, double stepNanos) {

  private static final int READINGS = 101;

  /**
   * Number of readings that warm up the clock, and after which a clock that does not advance counts
   * as stopped.
   */
  private static final int MAX_READINGS = 20_000;

  public static ClockCost of(JvmCounters clock) {
    for (int i = 0; i < MAX_READINGS; i++) {
      // warms up the code of the reading
      clock.wallNanos();
    }
    double[] differences = new double[READINGS];
    double step = 0;
    long last = clock.wallNanos();
    for (int i = 0; i < MAX_READINGS && (i < READINGS || step == 0); i++) {
      long now = clock.wallNanos();
      double advance = (double) (now - last);
      differences[i % READINGS] = advance;
      step = advance > 0 && (step == 0 || advance < step) ? advance : step;
      last = now;
    }
    return new ClockCost(Quantiles.median(differences), step);
  }

  /** Returns the largest error of a single reading, in nanoseconds. */
  public double uncertainty() {
    return Math.max(nanos, stepNanos);
  }
}
