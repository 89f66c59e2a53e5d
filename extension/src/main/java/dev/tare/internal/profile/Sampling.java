package dev.tare.internal.profile;

import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/** By the flight recorder of this JVM. */
public final class Sampling implements Profiler {

  /**
   * About a hundred samples: the share of a method is known to within 10 %. A call that takes as
   * long shows that by itself, and need not be compiled first: nearly all of it is, then.
   */
  private static final long RECORDED_NANOS = 1_000_000_000;

  /** The JVM looks less often where other programs have the processors, so there is more to see. */
  private static final int ENOUGH_SAMPLES = 30;

  /** A body that waits for something is hardly ever found at work. */
  private static final long MOST_RECORDED_NANOS = 5 * RECORDED_NANOS;

  /** So that the JIT has compiled what is recorded. */
  private static final long WARM_NANOS = 300_000_000;

  private static final long TURN_NANOS = 10_000_000;

  private final Recorder recorder;
  private final LongSupplier nanoTime;

  /** By the real one. */
  public Sampling() {
    // not a reference to its method, which would link what names a module that may be missing
    this(prepared -> FlightRecording.start(prepared), System::nanoTime);
  }

  Sampling(Recorder recorder, LongSupplier nanoTime) {
    this.recorder = recorder;
    this.nanoTime = nanoTime;
  }

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
   * Calls the body for about 1.3 s, the last second of it recorded, or once, if that call takes a
   * second and more. Where that finds hardly anything it is called until it has been recorded for
   * five.
   *
   * @throws IOException if the recording cannot be written or read
   */
  @Override
  public HotSpots of(ProfiledCalls calls) throws Throwable {
    try {
      Seen seen = start(calls);
      while (seen.spots().samples() < ENOUGH_SAMPLES && seen.nanos() < MOST_RECORDED_NANOS) {
        seen = more(calls, seen);
      }
      return seen.spots();
    } finally {
      calls.forget();
    }
  }

  /**
   * What has been seen.
   *
   * @param nanos for which it was looked
   * @param pace how many calls fit into a turn
   */
  private record Seen(HotSpots spots, long nanos, double pace) {}

  /** How long a call takes is known when it was made; so it is recorded in case it is long. */
  private Seen start(ProfiledCalls calls) throws Throwable {
    try (Recorder.Running running = recorder.start(calls.isPrepared())) {
      long from = nanoTime.getAsLong();
      calls.make(1);
      long nanos = nanoTime.getAsLong() - from;
      return nanos < RECORDED_NANOS
          ? new Seen(HotSpots.NONE, 0, turns(calls, WARM_NANOS - nanos, 1))
          : new Seen(running.stop(), nanos, 1);
    }
  }

  private Seen more(ProfiledCalls calls, Seen seen) throws Throwable {
    long from = nanoTime.getAsLong();
    try (Recorder.Running running = recorder.start(calls.isPrepared())) {
      double pace = turns(calls, RECORDED_NANOS, seen.pace());
      long nanos = nanoTime.getAsLong() - from;
      return new Seen(seen.spots().plus(running.stop()), seen.nanos() + nanos, pace);
    }
  }

  /** Answers how many calls fit into a turn. */
  private double turns(ProfiledCalls calls, long nanos, double first) throws Throwable {
    double pace = first;
    long end = nanoTime.getAsLong() + nanos;
    for (long from = nanoTime.getAsLong(); from < end; ) {
      long n = (long) Math.max(1, pace);
      calls.make(n);
      long now = nanoTime.getAsLong();
      double fitting = n * (double) TURN_NANOS / Math.max(1, now - from);
      // a wrong first guess must not make one turn last for minutes
      pace = Math.min(fitting, 16 * pace);
      from = now;
    }
    return pace;
  }
}
