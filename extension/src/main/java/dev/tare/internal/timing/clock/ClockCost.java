package dev.tare.internal.timing.clock;

import dev.tare.internal.stats.Quantiles;

/**
 * What a reading of the clock costs and how fine it is.
 *
 * @param nanos how long a reading takes: a call that is timed by itself seems to take so much
 *     longer
 * @param stepNanos the smallest advance that was seen; 0 if there was none
 */
public record ClockCost(double nanos, double stepNanos) {

  private static final int READINGS = 101;

  /** A clock that steps more rarely than this is used for something else first. */
  private static final int MOST_READINGS = 20_000;

  public static ClockCost of(JvmCounters clock) {
    for (int i = 0; i < MOST_READINGS; i++) {
      // until the JIT has compiled it
      clock.wallNanos();
    }
    double[] differences = new double[READINGS];
    double step = 0;
    long last = clock.wallNanos();
    for (int i = 0; i < MOST_READINGS && (i < READINGS || step == 0); i++) {
      long now = clock.wallNanos();
      double advance = (double) (now - last);
      differences[i % READINGS] = advance;
      step = advance > 0 && (step == 0 || advance < step) ? advance : step;
      last = now;
    }
    return new ClockCost(Quantiles.median(differences), step);
  }

  /** How far a single reading can be from the truth. */
  public double uncertainty() {
    return Math.max(nanos, stepNanos);
  }
}
