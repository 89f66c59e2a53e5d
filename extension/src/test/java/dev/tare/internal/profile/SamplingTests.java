package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.call.TestBodies;
import dev.tare.internal.call.TestBody;
import dev.tare.internal.profile.HotSpots.Spot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The real flight recorder, which looks seldom where other programs have the processors: so it is
 * asked again until it has seen enough.
 */
@Isolated("records the JVM")
class SamplingTests {

  private static final int ENOUGH = 30;
  private static final int MOST = 100;

  static final class MixingFixture {
    private long state = 88_172_645;

    // a loop that nobody can count, about 100,000 times: of others not all collectors tell when the
    // JIT has put them into their caller
    long mixes() {
      do {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
      } while ((state & 0x1_ffff) != 0);
      return state;
    }
  }

  @Test
  void findsTheMethodThatWorks() throws Throwable {
    Profiler profiler = new Sampling();
    assertThat(profiler.obstacle()).isEmpty();
    TestBody body =
        TestBodies.of(
            new MixingFixture(),
            MixingFixture.class.getDeclaredMethod("mixes"),
            new Object[0],
            (method, target, arguments) -> method.invoke(target, arguments));

    ProfiledCalls calls = new ProfiledCalls(body, ProfiledCalls.UNKNOWN);
    HotSpots spots = profiler.of(calls);
    for (int i = 0; i < MOST && spots.samples() < ENOUGH; i++) {
      spots = spots.plus(profiler.of(calls));
    }

    assertThat(spots.samples()).isGreaterThanOrEqualTo(ENOUGH);
    assertThat(spots.spots().stream().mapToLong(Spot::samples).sum()).isEqualTo(spots.samples());
    Spot first = spots.spots().get(0);
    assertThat(first.method()).isEqualTo("in " + MixingFixture.class.getName() + ".mixes()");
    // the innermost that is not ours, as these tests are
    assertThat(first.line()).matches("\\w+\\.\\w+\\(\\):\\d+");
  }
}
