package dev.tare.internal.profile;

import dev.tare.internal.call.TestBody;
import java.io.IOException;
import java.util.Optional;

/** Samples a body that is called again and again, if this JVM can. */
public final class Sampling {

  /** About a hundred samples: the share of a method is known to within 10 %. */
  private static final long RECORDED_NANOS = 1_000_000_000;

  /** So that the JIT has compiled what is recorded. */
  private static final long WARM_NANOS = 300_000_000;

  private static final long TURN_NANOS = 10_000_000;

  private Sampling() {}

  /** Why there can be no sampling in this JVM; empty if there can. */
  public static Optional<String> obstacle() {
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
   * Calls the body for about 1.3 s, the last second of it recorded.
   *
   * @throws IOException if the recording cannot be written or read
   * @throws Throwable what the body threw
   */
  public static HotSpots of(TestBody body) throws Throwable {
    double pace = call(body, WARM_NANOS, 1);
    try (FlightRecording recording = FlightRecording.start()) {
      call(body, RECORDED_NANOS, pace);
      return recording.stop(Thread.currentThread().getId());
    } finally {
      body.forget();
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
