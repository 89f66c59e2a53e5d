package dev.tare.internal.timing.stage;

/** Is told how far a benchmark has come, between samples, never in one. */
public interface BenchmarkProgress {

  /** Nobody listens. */
  BenchmarkProgress SILENT = (phase, samples, nanosPerCall, leftNanos) -> {};

  /**
   * Called often; most calls must cost next to nothing.
   *
   * @param phase what is being done
   * @param samples how many were taken
   * @param nanosPerCall what a call takes by the last of them; not a number before the first
   * @param leftNanos the longest that this phase goes on
   */
  void at(String phase, long samples, double nanosPerCall, double leftNanos);

  /**
   * The same where nothing but what went before tells how long it goes on.
   *
   * @param leftNanos how long it goes on if that takes as long again
   */
  default void expecting(String phase, long samples, double nanosPerCall, double leftNanos) {
    at(phase, samples, nanosPerCall, leftNanos);
  }
}
