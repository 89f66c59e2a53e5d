package dev.tare.benchmark;

import dev.tare.internal.fork.ForkPhase;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import java.util.function.LongSupplier;

/** Tells how far fresh JVMs are that measure one after the other, while this one waits for them. */
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
   * @param progress is told
   * @param nanoTime what time it is
   * @param mostNanos the longest that one of them measures; its start is not in it, which depends
   *     on the machine and is known once the first has ended
   */
  FreshProgress(BenchmarkProgress progress, LongSupplier nanoTime, double mostNanos) {
    this.progress = progress;
    this.nanoTime = nanoTime;
    this.mostNanos = mostNanos;
  }

  /**
   * One is being started.
   *
   * @param what it is for
   * @param number how many are to come, this one included
   * @param nanosPerCall what those before it found; not a number if that is not known
   */
  void begin(String what, int number, double nanosPerCall) {
    phase = what;
    jvms = number;
    estimate = nanosPerCall;
    from = nanoTime.getAsLong();
    waiting(ForkPhase.STARTING);
  }

  /** It is under way. */
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

  /** It has ended, with figures. */
  void end() {
    ended++;
    taken += nanoTime.getAsLong() - (double) from;
  }
}
