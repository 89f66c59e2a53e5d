package dev.tare.benchmark;

import dev.tare.internal.fork.ForkPhase;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import java.util.function.LongSupplier;

/** Reports the progress of fresh JVMs, which measure one after the other while this JVM waits. */
final class FreshProgress {

  private final BenchmarkProgress progress;
  private final LongSupplier nanoTime;
  private final double maxMeasurementNanos;
  private String phase = "";
  private int jvmsLeft;
  private long startedAt;
  private long measuringSince;
  private int endedJvms;
  private double totalNanos;

  /**
   * Creates the progress of a test.
   *
   * @param maxMeasurementNanos longest measurement of one JVM, without its start; how long JVMs
   *     take in all is known only after the first has ended
   */
  FreshProgress(BenchmarkProgress progress, LongSupplier nanoTime, double maxMeasurementNanos) {
    this.progress = progress;
    this.nanoTime = nanoTime;
    this.maxMeasurementNanos = maxMeasurementNanos;
  }

  /**
   * Reports that a JVM is being started.
   *
   * @param newPhase name of the phase
   * @param jvms number of JVMs to come, this one included
   */
  void begin(String newPhase, int jvms) {
    phase = newPhase;
    jvmsLeft = jvms;
    startedAt = nanoTime.getAsLong();
    reportPhase(ForkPhase.STARTING);
  }

  /** Reports the phase of the running JVM. */
  void reportPhase(ForkPhase forkPhase) {
    boolean starting = forkPhase.name().isEmpty();
    String name = starting ? phase : phase + ": " + forkPhase.name();
    double perCall = forkPhase.nanosPerCall();
    long now = nanoTime.getAsLong();
    if (starting) {
      measuringSince = now;
    }
    if (endedJvms == 0) {
      double left = remainingNanos(maxMeasurementNanos, now - (double) measuringSince);
      progress.report(name, forkPhase.samples(), perCall, left);
    } else {
      double left = remainingNanos(totalNanos / endedJvms, now - (double) startedAt);
      progress.reportExtrapolated(name, forkPhase.samples(), perCall, left);
    }
  }

  private double remainingNanos(double nanosPerJvm, double passed) {
    return Math.max(0, nanosPerJvm - passed) + (jvmsLeft - 1) * nanosPerJvm;
  }

  /** Reports that the JVM has ended and replied. */
  void end() {
    endedJvms++;
    totalNanos += nanoTime.getAsLong() - (double) startedAt;
  }
}
