package dev.tare.benchmarks.survival;

import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requires with Tare that objects are collected. */
class TareReleaseTests {

  @ParameterizedTest(name = "collected {0}")
  @EnumSource
  void collected(Leak leak, @MustBeCollected Released<Object> released) {
    released.letGo(leak.plant());
    leak.release();
  }

  @ParameterizedTest(name = "held {0}")
  @EnumSource
  void held(Leak leak, @MustBeCollected Released<Object> released) {
    released.letGo(leak.plant());
  }
}
