package dev.tare.internal.stats;

/**
 * An estimate and the ends between which the truth is expected.
 *
 * @param estimate the best single value
 */
public record Interval(double lower, double estimate, double upper) {

  /**
   * @throws IllegalArgumentException if the ends are in the wrong order or not numbers
   */
  public Interval {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException("not an interval: " + lower + " to " + upper);
    }
  }
}
