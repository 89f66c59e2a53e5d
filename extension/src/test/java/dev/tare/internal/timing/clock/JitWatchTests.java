package dev.tare.internal.timing.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.timing.SimulatedClock;
import org.junit.jupiter.api.Test;

class JitWatchTests {

  private static final double LOOK_NANOS = 7_000_000;

  private final SimulatedClock clock = new SimulatedClock();
  private final JitWatch jit = new JitWatch(clock);

  /** Reads the watch every 7 ms and returns whether the JIT is idle after that many seconds. */
  private boolean quietAfter(double seconds) {
    boolean quiet = false;
    while (clock.seconds() < seconds) {
      clock.advance(LOOK_NANOS, 1);
      long now = clock.wallNanos();
      jit.read(now);
      quiet = jit.isIdle(now);
    }
    return quiet;
  }

  @Test
  void jitIsQuietOnceNothingWasCompiledForAWhile() {
    assertThat(quietAfter(0.28)).isFalse();
    assertThat(quietAfter(0.32)).isTrue();
  }

  @Test
  void jitIsNotQuietAfterACompilation() {
    quietAfter(0.5);
    clock.compile(2e6);

    assertThat(quietAfter(0.79)).isFalse();
    assertThat(quietAfter(0.83)).isTrue();
  }

  @Test
  void jitIsNotQuietWhileACompilationIsQueued() {
    clock.queueCompilationUntil(1.5);

    assertThat(quietAfter(1.49)).isFalse();
  }

  @Test
  void jitIsQuietAWhileAfterTheLastQueuedCompilation() {
    clock.queueCompilationUntil(1.5);

    assertThat(quietAfter(1.75)).isFalse();
    assertThat(quietAfter(1.82)).isTrue();
  }

  @Test
  void jitIsNotQuietAfterACompilationWithoutMeasurableTime() {
    quietAfter(0.5);
    clock.queueCompilationUntil(0.52);

    assertThat(quietAfter(0.6)).isFalse();
    assertThat(quietAfter(0.85)).isTrue();
  }

  @Test
  void queueIsReadOnceMoreBeforeTheEnd() {
    quietAfter(0.295);
    clock.queueCompilationUntil(0.31);

    assertThat(quietAfter(0.308)).isFalse();
  }

  @Test
  void queueIsReadSeldom() {
    clock.queueCompilationUntil(3);
    quietAfter(3);

    assertThat(clock.compileQueries()).isBetween(80, 101);
  }
}
