package dev.tare.benchmark;

import dev.tare.internal.fork.ForkPhase;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import java.util.function.LongSupplier;

/** Reports the progress of fresh JVMs that measure one after the other while this JVM waits. */
final class FreshProgress {

  private final BenchmarkProgress progress;
  private final LongSupplier nanoTime;
  private final double mostNanos;
  private String phase = "";
  private int jvms;
  private double estimate = Double.NaN;
  private long from;
  private long measuring;
  private int ended;
  private double taken;

  /**
   * Creates the progress of a test.
   *
   * @param mostNanos longest measurement of one JVM, without its start, whose length is known once
   *     the first JVM has ended
   */
  FreshProgress(BenchmarkProgress progress, LongSupplier nanoTime, double mostNanos) {
    this.progress = progress;
    this.nanoTime = nanoTime;
    this.mostNanos = mostNanos;
  }

  /**
   * Reports that a JVM is being started.
   *
   * @param what its purpose
   * @param number number of JVMs to come, this one included
   * @param nanosPerCall nanoseconds per call found so far; NaN if unknown
   */
  void begin(String what, int number, double nanosPerCall) {
    phase = what;
    jvms = number;
    estimate = nanosPerCall;
    from = nanoTime.getAsLong();
    waiting(ForkPhase.STARTING);
  }

  /** Reports the phase of the running JVM. */
  void waiting(ForkPhase inside) {
    boolean starting = inside.name().isEmpty();
    String name = starting ? phase : phase + ": " + inside.name();
    double perCall = Double.isNaN(estimate) ? inside.nanosPerCall() : estimate;
    long now = nanoTime.getAsLong();
    if (starting) {
      measuring = now;
    }
    if (ended == 0) {
      double left = left(mostNanos, now - (double) measuring);
      progress.at(name, inside.samples(), perCall, left);
    } else {
      double left = left(taken / ended, now - (double) from);
      progress.expecting(name, inside.samples(), perCall, left);
    }
  }

  private double left(double each, double passed) {
    return Math.max(0, each - passed) + (jvms - 1) * each;
  }

  /** Reports that the JVM has ended with figures. */
  void end() {
    ended++;
    taken += nanoTime.getAsLong() - (double) from;
  }
}
