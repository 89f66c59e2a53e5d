package dev.tare.internal.profile;

import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.unit.DataSize;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Profiler that uses the flight recorder of this JVM. */
public final class JfrSampling implements Profiler {

  /** Length of a recording: about 50 samples, which show a half to within 7 %. */
  private static final long RECORDED_NANOS = 500_000_000;

  /** Length of a call from which one call is recorded, without a warm-up. */
  private static final long LONG_CALL_NANOS = 350_000_000;

  /**
   * Time after which nothing more is recorded, though there are few samples: other programs use the
   * processors, or the body mostly waits.
   */
  private static final long MAX_NANOS = 2_000_000_000;

  /** Time for which the JIT must have been idle before samples count. */
  private static final long IDLE_NANOS = 100_000_000;

  private static final long MAX_WARM_UP_NANOS = 1_000_000_000;

  private static final long TURN_NANOS = 10_000_000;

  private final Function<Boolean, OpenRecording> recorder;

  /** Free space that a recording needs, several times what it takes. */
  private static final long MIN_FREE_BYTES = 32L << 20;

  private final LongSupplier nanoTime;
  private final BooleanSupplier compiling;

  /** A recording of the calling thread that has been started. */
  interface OpenRecording extends AutoCloseable {

    /** Drops what was recorded so far. */
    void dropSamples();

    /**
     * Stops the recording and returns its samples and waits.
     *
     * @param nanos the time of the calls since it started, or since samples were dropped
     * @throws IOException if the recording cannot be written or read
     */
    HotSpots stop(long nanos) throws IOException;

    /** Releases the recording. */
    @Override
    void close();
  }

  /**
   * Creates a profiler that uses the flight recorder.
   *
   * @param test class that belongs to the application, whose lines samples count for
   * @param compiling returns whether the JIT is compiling, or has compilations in its queue
   */
  public JfrSampling(Class<?> test, BooleanSupplier compiling) {
    // a lambda: a method reference would link a class of a module that may be missing
    this(
        prepared -> FlightRecording.start(prepared, application(test)),
        System::nanoTime,
        compiling);
  }

  /**
   * @param recorder starts a recording; it is given whether preparations run on the thread too, so
   *     that only samples of the body count
   */
  JfrSampling(
      Function<Boolean, OpenRecording> recorder, LongSupplier nanoTime, BooleanSupplier compiling) {
    this.recorder = recorder;
    this.nanoTime = nanoTime;
    this.compiling = compiling;
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
   * Records 0.5 s of calls, or one call that takes 0.35 s or more, and more if this yields too few
   * samples, for 2 s in all.
   *
   * @throws IOException if a recording cannot be written or read
   */
  @Override
  public HotSpots profile(ProfiledCalls calls) throws Throwable {
    try {
      HotSpots spots = HotSpots.none();
      long from = nanoTime.getAsLong();
      while (!spots.suffice() && nanoTime.getAsLong() - from < MAX_NANOS) {
        spots = spots.plus(recorded(calls));
      }
      return spots;
    } finally {
      calls.forget();
    }
  }

  /** Records from the first call on, since its duration is not known before. */
  private HotSpots recorded(ProfiledCalls calls) throws Throwable {
    try (OpenRecording running = recorder.apply(calls.isPrepared())) {
      long from = nanoTime.getAsLong();
      long before = calls.nanos();
      calls.repeat(1);
      if (nanoTime.getAsLong() - from < LONG_CALL_NANOS) {
        warmUp(calls);
        running.dropSamples();
        before = calls.nanos();
        long end = nanoTime.getAsLong() + RECORDED_NANOS;
        for (double n = 1; nanoTime.getAsLong() < end; ) {
          n = takeTurn(calls, n);
        }
      }
      return running.stop(calls.nanos() - before);
    }
  }

  /**
   * Calls the body until the JIT has been idle for a while: it compiles the new loop around the
   * body, and code of the body that only ran inlined in the loop of the benchmark. Until then, a
   * method that the final code inlines or vectorizes has far more samples than its share.
   */
  private void warmUp(ProfiledCalls calls) throws Throwable {
    long now = nanoTime.getAsLong();
    long end = now + MAX_WARM_UP_NANOS;
    long busyAt = now;
    for (double n = 1; now - busyAt < IDLE_NANOS && now < end; ) {
      n = takeTurn(calls, n);
      now = nanoTime.getAsLong();
      busyAt = compiling.getAsBoolean() ? now : busyAt;
    }
  }

  /** Makes n calls and returns the number of calls that fit into a turn. */
  private double takeTurn(ProfiledCalls calls, double n) throws Throwable {
    long from = nanoTime.getAsLong();
    long made = (long) Math.max(1, n);
    calls.repeat(made);
    double fitting = made * (double) TURN_NANOS / Math.max(1, nanoTime.getAsLong() - from);
    // a wrong first estimate must not make one turn last for minutes
    return Math.min(fitting, 16 * n);
  }
}
