package dev.tare.internal.timing.stage;

/** Listener for the progress of a benchmark; called between samples. */
public interface BenchmarkProgress {

  /** Ignores all progress. */
  BenchmarkProgress SILENT = (phase, samples, nanosPerCall, leftNanos) -> {};

  /**
   * Reports progress within a phase. Called often; most calls must cost next to nothing.
   *
   * @param phase name of the phase
   * @param samples number of samples taken
   * @param nanosPerCall nanoseconds per call in the last sample; NaN before the first
   * @param leftNanos longest time until the end of the phase
   */
  void report(String phase, long samples, double nanosPerCall, double leftNanos);
}
