package dev.tare.internal.profile;

import dev.tare.internal.call.TestBody;
import java.io.IOException;
import java.util.Optional;

/** By the flight recorder of this JVM. */
public final class Sampling implements Profiler {

  /** About a hundred samples: the share of a method is known to within 10 %. */
  private static final long RECORDED_NANOS = 1_000_000_000;

  /** The JVM looks less often where other programs have the processors, so there is more to see. */
  private static final int ENOUGH_SAMPLES = 30;

  /** A body that waits for something is hardly ever found at work. */
  private static final int MOST_RECORDINGS = 5;

  /** So that the JIT has compiled what is recorded. */
  private static final long WARM_NANOS = 300_000_000;

  private static final long TURN_NANOS = 10_000_000;

  @Override
  public Optional<String> obstacle() {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      return Optional.of("this JVM has no flight recorder; add --add-modules jdk.jfr");
    }
    try {
      return FlightRecording.available()
          ? Optional.empty()
          : Optional.of("the flight recorder of this JVM is switched off");
    } catch (LinkageError e) {
      return Optional.of("the flight recorder of this JVM cannot be used: " + e);
    }
  }

  /**
   * Calls the body for about 1.3 s, the last second of it recorded; where that finds hardly
   * anything, for a few seconds more.
   *
   * @throws IOException if the recording cannot be written or read
   */
  @Override
  public HotSpots of(TestBody body) throws Throwable {
    try {
      double pace = call(body, WARM_NANOS, 1);
      HotSpots spots = recorded(body, pace);
      for (int i = 1; i < MOST_RECORDINGS && spots.samples() < ENOUGH_SAMPLES; i++) {
        spots = spots.plus(recorded(body, pace));
      }
      return spots;
    } finally {
      body.forget();
    }
  }

  private static HotSpots recorded(TestBody body, double pace) throws Throwable {
    try (FlightRecording recording = FlightRecording.start()) {
      call(body, RECORDED_NANOS, pace);
      return recording.stop(Thread.currentThread().getId());
    }
  }

  /** Answers how many calls fit into a turn. */
  private static double call(TestBody body, long nanos, double calls) throws Throwable {
    double pace = calls;
    long end = System.nanoTime() + nanos;
    for (long from = System.nanoTime(); from < end; ) {
      long n = (long) Math.max(1, pace);
      body.repeat(n);
      long now = System.nanoTime();
      double fitting = n * (double) TURN_NANOS / Math.max(1, now - from);
      // a wrong first guess must not make one turn last for minutes
      pace = Math.min(fitting, 16 * pace);
      from = now;
    }
    return pace;
  }
}
