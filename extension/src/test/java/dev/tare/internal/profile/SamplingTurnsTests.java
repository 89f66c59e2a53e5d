package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.call.TestBody;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How often a body is called to be profiled, whose time is simulated. */
class SamplingTurnsTests {

  private static final long MICROSECOND = 1_000;
  private static final long SECOND = 1_000_000_000;

  private long nanos;
  private final AtomicLong allocated = new AtomicLong();
  private long calls;
  private int recordings;
  private boolean ofBodyAlone;

  /** Finds a body that works each 10 ms, and one that waits never. */
  private HotSpots profiled(long nanosPerCall, boolean working) throws Throwable {
    TestBody body = new SimulatedBody(nanosPerCall);
    return profiled(new ProfiledCalls(body, List.of(), allocated), working);
  }

  private HotSpots profiled(ProfiledCalls profiled, boolean working) throws Throwable {
    Recorder recorder =
        prepared -> {
          ofBodyAlone = prepared;
          long from = nanos;
          return new Recorder.Running() {
            @Override
            public HotSpots stop() {
              recordings++;
              long samples = working ? (nanos - from) / 10_000_000 : 0;
              return new HotSpots(samples, List.of(new HotSpots.Spot("m", "l", samples)));
            }

            @Override
            public void close() {}
          };
        };
    return new Sampling(recorder, () -> nanos).of(profiled);
  }

  @Test
  void callsForAboutASecondAndAThird() throws Throwable {
    HotSpots spots = profiled(MICROSECOND, true);

    assertThat(nanos).isBetween(13 * SECOND / 10, 14 * SECOND / 10);
    assertThat(spots.samples()).isBetween(100L, 105L);
    assertThat(recordings).isEqualTo(1);
  }

  @Test
  void callsOnceWhatTakesLonger() throws Throwable {
    HotSpots spots = profiled(20 * SECOND, true);

    assertThat(calls).isEqualTo(1);
    assertThat(spots.samples()).isEqualTo(2_000);
  }

  @Test
  void doesNotWarmUpWhatTakesLongerThanThat() throws Throwable {
    profiled(SECOND / 2, true);

    assertThat(calls).isEqualTo(3);
  }

  @Test
  void looksForFiveSecondsAtWhatWaits() throws Throwable {
    assertThat(profiled(2 * SECOND, false).samples()).isZero();
    assertThat(calls).isEqualTo(3);
    calls = 0;

    profiled(20 * SECOND, false);

    assertThat(calls).isEqualTo(1);
  }

  @Test
  void looksFiveTimesAtWhatIsShortAndWaits() throws Throwable {
    profiled(MICROSECOND, false);

    assertThat(recordings).isEqualTo(5);
  }

  @Test
  void countsTheBytesOfCallsThatAreMadeAnyway() throws Throwable {
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
  void leavesOutWhatPreparesTheCalls() throws Throwable {
    TestBody preparation = new SimulatedBody(9 * MICROSECOND);
    ProfiledCalls prepared =
        new ProfiledCalls(new SimulatedBody(MICROSECOND), List.of(preparation), allocated);

    profiled(prepared, true);

    assertThat(ofBodyAlone).isTrue();
    assertThat(prepared.bytes()).isEqualTo(1_016);
    assertThat(nanos).isBetween(13 * SECOND / 10, 14 * SECOND / 10);
    profiled(MICROSECOND, true);
    assertThat(ofBodyAlone).isFalse();
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

    @Override
    public @Nullable Object lastResult() {
      return null;
    }

    @Override
    public void forget() {}

    @Override
    public TestBody fresh() {
      return this;
    }

    @Override
    public boolean reflective() {
      return false;
    }
  }
}
