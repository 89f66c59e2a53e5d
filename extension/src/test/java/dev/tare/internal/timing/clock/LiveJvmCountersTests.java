package dev.tare.internal.timing.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.call.TestBodies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveJvmCountersTests {

  /** Listings as JDK 17.0.15 and 25.0.3 print them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        Current compiles:
        C2 CompilerThread0   523       4       java.lang.Integer::toString (55 bytes)

        C1 compile queue:
        Empty

        C2 compile queue:
        Empty
        """,
        """
        Current compiles:

        C1 compile queue:
        Empty

        C2 compile queue:
         524       4       shop.Cart$$Lambda$63/0x00007fe838000c28::apply (8 bytes)
        """
      })
  void runningAndQueuedCompilationsMakeTheQueueBusy(String listing) {
    assertThat(LiveJvmCounters.isBusy(listing)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        Current compiles:

        C1 compile queue:
        Empty

        C2 compile queue:
        Empty
        """,
        "Current compiles:", // -Xint
        ""
      })
  void emptyQueueIsNotBusy(String listing) {
    assertThat(LiveJvmCounters.isBusy(listing)).isFalse();
  }

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
