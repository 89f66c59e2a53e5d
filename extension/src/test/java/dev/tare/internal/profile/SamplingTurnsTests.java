package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.profile.HotSpots.Spot;
import dev.tare.internal.profile.JfrSampling.OpenRecording;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Number of calls of a profiled body whose time is simulated. */
class SamplingTurnsTests {

  private static final long MICROSECOND = 1_000;
  private static final long SECOND = 1_000_000_000;
  private static final long EVERY_10_MS = 10_000_000;

  private long nanos;
  private final AtomicLong allocated = new AtomicLong();
  private long calls;
  private int recordings;
  private boolean samplesBodyOnly;

  /** Profiles a body that is sampled every 10 ms if it always runs, and never if it waits. */
  private HotSpots profiled(long nanosPerCall, boolean alwaysRuns) throws Throwable {
    TestBody body = new SimulatedBody(nanosPerCall);
    return profiled(new ProfiledCalls(body, List.of(), allocated), alwaysRuns);
  }

  private HotSpots profiled(ProfiledCalls calls, boolean alwaysRuns) throws Throwable {
    return profiled(calls, alwaysRuns ? EVERY_10_MS : Long.MAX_VALUE, 0);
  }

  /**
   * @param idleFrom time from which the JIT is idle
   */
  private HotSpots profiled(ProfiledCalls calls, long nanosPerSample, long idleFrom)
      throws Throwable {
    Function<Boolean, OpenRecording> recorder =
        prepared -> {
          samplesBodyOnly = prepared;
          return new OpenRecording() {
            private long from = nanos;

            @Override
            public void dropSamples() {
              from = nanos;
            }

            @Override
            public HotSpots stop(long ignored) {
              recordings++;
              long samples = (nanos - from) / nanosPerSample;
              return new HotSpots(Map.of(new Spot("m", "l"), samples), Map.of(), 0);
            }

            @Override
            public void close() {}
          };
        };
    return new JfrSampling(recorder, () -> nanos, () -> nanos < idleFrom).profile(calls);
  }

  private ProfiledCalls calls(long nanosPerCall) {
    return new ProfiledCalls(new SimulatedBody(nanosPerCall), List.of(), allocated);
  }

  /**
   * A recording takes half a second once the JIT is idle, and is repeated until there are enough
   * samples, for two seconds in all. Code that was not compiled yet had 52 % of the samples in a
   * method that the JIT vectorizes.
   */
  @ParameterizedTest
  @CsvSource({
    // ms per sample, seconds until the JIT is idle; seconds in all, samples, recordings
    "10, 0, 0.60, 50, 1",
    "10, 0.40, 0.99, 50, 1",
    "10, 1000, 1.50, 50, 1",
    "40, 0, 1.80, 36, 3",
    "1000000, 0, 2.40, 0, 4"
  })
  void recordingsTakeAsLongAsTheyMust(
      long millisPerSample, double idleFrom, double seconds, long samples, int expected)
      throws Throwable {
    HotSpots spots =
        profiled(calls(MICROSECOND), millisPerSample * 1_000_000, (long) (idleFrom * SECOND));

    assertThat((double) nanos / SECOND).isBetween(seconds, seconds + 0.10);
    assertThat(spots.count()).isBetween(samples, samples + (samples > 0 ? 3 : 0));
    assertThat(recordings).isEqualTo(expected);
  }

  /** A call of 0.35 s or more is recorded without a warm-up, for two seconds in all. */
  @ParameterizedTest
  @CsvSource({
    "20, true, 1, 2000",
    "0.35, true, 1, 35",
    "0.2, true, 5, 60",
    // a body that waits
    "1, false, 2, 0",
    "20, false, 1, 0"
  })
  void longCallsAreMadeAsOftenAsNeeded(
      double secondsPerCall, boolean alwaysRuns, long made, long samples) throws Throwable {
    HotSpots spots = profiled((long) (secondsPerCall * SECOND), alwaysRuns);

    assertThat(calls).isEqualTo(made);
    assertThat(spots.count()).isEqualTo(samples);
  }

  @Test
  void bytesAreCountedInTheProfiledCalls() throws Throwable {
    ProfiledCalls slow = new ProfiledCalls(new SimulatedBody(20 * SECOND), List.of(), allocated);
    ProfiledCalls quick = new ProfiledCalls(new SimulatedBody(MICROSECOND), List.of(), allocated);
    ProfiledCalls unknown = new ProfiledCalls(new SimulatedBody(MICROSECOND), List.of(), -1L);

    profiled(slow, true);
    profiled(quick, true);
    profiled(unknown, true);

    // the first call of each loads something
    assertThat(slow.bytes()).isEqualTo(5_016);
    assertThat(quick.bytes()).isEqualTo(1_016);
    assertThat(unknown.bytes()).isEqualTo(ProfiledCalls.UNKNOWN);
  }

  @Test
  void preparationsAreLeftOut() throws Throwable {
    TestBody preparation = new SimulatedBody(9 * MICROSECOND);
    ProfiledCalls prepared =
        new ProfiledCalls(new SimulatedBody(MICROSECOND), List.of(preparation), allocated);

    profiled(prepared, true);

    assertThat(samplesBodyOnly).isTrue();
    assertThat(prepared.bytes()).isEqualTo(1_016);
    assertThat(nanos).isBetween(60 * SECOND / 100, 65 * SECOND / 100);
    profiled(MICROSECOND, true);
    assertThat(samplesBodyOnly).isFalse();
  }

  /** Takes some time. */
  private final class SimulatedBody implements TestBody {

    private final long nanosPerCall;
    private boolean called;

    SimulatedBody(long nanosPerCall) {
      this.nanosPerCall = nanosPerCall;
    }

    @Override
    public void run() {
      repeat(1);
    }

    @Override
    public void repeat(long n) {
      calls += n;
      nanos += n * nanosPerCall;
      allocated.addAndGet(1_016 * n + (called ? 0 : 4_000));
      called = true;
    }

    @Override
    public @Nullable Object call() {
      run();
      return null;
    }

    @Override
    public boolean returnsValue() {
      return false;
    }
  }
}
