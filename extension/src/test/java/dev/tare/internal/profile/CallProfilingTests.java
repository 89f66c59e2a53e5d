package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.profile.CallProfiling.ProfileOutcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

class CallProfilingTests {

  private final AtomicInteger calls = new AtomicInteger();

  int body() {
    return calls.incrementAndGet();
  }

  /** This happens in a test that is judged and runs other tests itself. */
  @Test
  void profileIsRefusedWhileOtherBodiesAreJudged() throws Throwable {
    CallProfiling profiling = new CallProfiling(List.of(CallProfilingTests.class), -1L);
    ProfiledCalls profiled =
        new ProfiledCalls(
            TestBodies.of(
                this,
                CallProfilingTests.class.getDeclaredMethod("body"),
                new Object[0],
                (called, target, arguments) -> called.invoke(target)),
            List.of(),
            ProfiledCalls.UNKNOWN);
    Lock judging = WeavingLock.judging();
    try {
      assertThat(profiling.profile(profiled))
          .isEqualTo(
              new ProfileOutcome.Unprofiled("other tests are being measured without a pause"));
    } finally {
      judging.unlock();
      profiled.forget();
    }
    assertThat(calls).hasValue(0);
  }
}
