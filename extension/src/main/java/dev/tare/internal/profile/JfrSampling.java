package dev.tare.internal.profile;

import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.unit.DataSize;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Profiler that uses the flight recorder of this JVM. */
public final class JfrSampling implements Profiler {

  /** Normal length of the recording: about 50 samples, which show a half to within 7 %. */
  private static final long RECORDED_NANOS = 500_000_000;

  /**
   * Shortest length of the recording, for tests that have taken long: about 35 samples. A body that
   * takes this long is called once.
   */
  private static final long MIN_RECORDED_NANOS = 350_000_000;

  /** Number of samples below which there is no profile, since single samples would be its rows. */
  public static final int MIN_SAMPLES = 30;

  /**
   * Number of samples below which more is recorded. The JVM takes fewer samples while other
   * programs use the processors.
   */
  private static final int ENOUGH_SAMPLES = 35;

  /**
   * Largest length of the recording. A body that mostly waits is rarely sampled, so a longer
   * recording would not help.
   */
  private static final long MAX_RECORDED_NANOS = 4 * RECORDED_NANOS;

  /** Warm-up of a body that was compiled before, until the JIT has compiled the loop around it. */
  private static final long WARM_NANOS = 50_000_000;

  /** Warm-up of a body that this JVM has hardly called, until the JIT has compiled it. */
  private static final long COLD_NANOS = 300_000_000;

  private static final long TURN_NANOS = 10_000_000;

  private final MethodRecorder recorder;

  /** Free space that a recording needs, several times what it takes. */
  private static final long MIN_FREE_BYTES = 32L << 20;

  private final LongSupplier nanoTime;
  private final long warmUpNanos;

  /**
   * Creates a profiler that uses the flight recorder.
   *
   * @param test class that belongs to the application, whose lines samples count for
   * @param compiled whether the JIT of this JVM has compiled the body before
   */
  public JfrSampling(Class<?> test, boolean compiled) {
    // a lambda: a method reference would link a class of a module that may be missing
    this(
        prepared -> FlightRecording.start(prepared, application(test)), System::nanoTime, compiled);
  }

  JfrSampling(MethodRecorder recorder, LongSupplier nanoTime, boolean compiled) {
    this.recorder = recorder;
    this.nanoTime = nanoTime;
    this.warmUpNanos = compiled ? WARM_NANOS : COLD_NANOS;
  }

  /** Returns which classes, by their names, belong to the application of a test. */
  static Predicate<String> application(Class<?> test) {
    ClassOrigins origins = new ClassOrigins(List.of(test), ClassOrigin.APPLICATION);
    return name -> {
      try {
        return origins.includes(Class.forName(name, false, test.getClassLoader()));
      } catch (ClassNotFoundException | LinkageError e) {
        return false; // a hidden class, or one of another class loader
      }
    };
  }

  @Override
  public Optional<String> obstacle() {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      return Optional.of("this JVM has no flight recorder; add --add-modules jdk.jfr");
    }
    File folder = new File(System.getProperty("java.io.tmpdir", ""));
    long free = folder.getUsableSpace();
    if (free < MIN_FREE_BYTES) {
      return Optional.of(
          "only %s are free in %s, and the flight recorder ends the JVM if a disk is full"
              .formatted(new DataSize(free).rounded(), folder));
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
   * Calls the body for 0.5 s after a short warm-up, or only once if the call takes 0.35 s or more.
   * If this yields too few samples, the body is called until 2 s are recorded. If the remaining
   * time of the test is short, at least 0.35 s are recorded, and 1 s if these yield too few
   * samples.
   *
   * @throws IOException if the recording cannot be written or read
   */
  @Override
  public HotSpots profile(ProfiledCalls calls, double leftNanos) throws Throwable {
    double left = leftNanos - warmUpNanos;
    double recorded = Math.max(MIN_RECORDED_NANOS, Math.min(RECORDED_NANOS, left));
    double maxRecorded = Math.max(2.0 * RECORDED_NANOS, Math.min(MAX_RECORDED_NANOS, left));
    try {
      SampleTotals totals = recordFirst(calls, recorded);
      if (totals.spots().samples() < ENOUGH_SAMPLES && totals.nanos() < maxRecorded) {
        totals = recordMore(calls, totals, maxRecorded - totals.nanos());
      }
      return totals.spots();
    } finally {
      calls.forget();
    }
  }

  /**
   * Samples so far.
   *
   * @param nanos length of the recording
   * @param callsPerTurn number of calls that fit into a turn
   */
  private record SampleTotals(HotSpots spots, long nanos, double callsPerTurn) {}

  /** Records from the first call on, since its duration is not known before. */
  private SampleTotals recordFirst(ProfiledCalls calls, double recorded) throws Throwable {
    try (MethodRecorder.OpenRecording running = recorder.start(calls.isPrepared())) {
      long from = nanoTime.getAsLong();
      calls.repeat(1);
      double callsPerTurn = 1;
      if (nanoTime.getAsLong() - from < MIN_RECORDED_NANOS) {
        callsPerTurn = callFor(calls, warmUpNanos - (nanoTime.getAsLong() - from), callsPerTurn);
        running.dropSamples();
        from = nanoTime.getAsLong();
        callsPerTurn = callFor(calls, (long) recorded, callsPerTurn);
      }
      long nanos = nanoTime.getAsLong() - from;
      return new SampleTotals(running.stop(), nanos, callsPerTurn);
    }
  }

  /** Continues recording until there are probably enough samples. */
  private SampleTotals recordMore(ProfiledCalls calls, SampleTotals totals, double maxNanos)
      throws Throwable {
    double samples = (double) totals.spots().samples();
    double nanosPerSample = totals.nanos() / Math.max(1, samples);
    double nanos = Math.min(maxNanos, nanosPerSample * (ENOUGH_SAMPLES - samples));
    long from = nanoTime.getAsLong();
    try (MethodRecorder.OpenRecording running = recorder.start(calls.isPrepared())) {
      double callsPerTurn = callFor(calls, (long) nanos, totals.callsPerTurn());
      long recordedNanos = nanoTime.getAsLong() - from;
      return new SampleTotals(
          totals.spots().plus(running.stop()), totals.nanos() + recordedNanos, callsPerTurn);
    }
  }

  /** Makes calls for a time and returns the number of calls that fit into a turn. */
  private double callFor(ProfiledCalls calls, long nanos, double firstGuess) throws Throwable {
    double callsPerTurn = firstGuess;
    long end = nanoTime.getAsLong() + nanos;
    for (long from = nanoTime.getAsLong(); from < end; ) {
      long n = (long) Math.max(1, callsPerTurn);
      calls.repeat(n);
      long now = nanoTime.getAsLong();
      double fitting = n * (double) TURN_NANOS / Math.max(1, now - from);
      // a wrong first estimate must not make one turn last for minutes
      callsPerTurn = Math.min(fitting, 16 * callsPerTurn);
      from = now;
    }
    return callsPerTurn;
  }
}
