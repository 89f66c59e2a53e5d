package dev.tare.internal.timing.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.call.TestBodies;
import org.junit.jupiter.api.Test;

class LiveJvmCountersTests {

  /** Calls fresh code until a compilation is seen, of this code or of another test's. */
  @Test
  void queueOfThisJvmShowsACompilation() throws Throwable {
    TestBody body = TestBodies.of(this, getClass().getDeclaredMethod("work"));
    JvmCounters counters = JvmCounters.ofThisJvm();
    boolean seen = false;
    while (!seen) {
      body.fresh().repeat(1_000);
      seen = counters.isCompiling();
    }

    assertThat(counters.compileMillis()).isPositive();
  }

  double work() {
    return Math.sqrt(hashCode());
  }
}
