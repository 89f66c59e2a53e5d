package dev.tare.benchmarks.survival;

import one.jpro.jmemorybuddy.JMemoryBuddy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requires with JMemoryBuddy that objects are collected. */
class JMemoryBuddyTests {

  @ParameterizedTest(name = "collected {0}")
  @EnumSource
  void collected(Leak leak) {
    JMemoryBuddy.memoryTest(
        checker -> {
          checker.assertCollectable(leak.plant());
          leak.release();
        });
  }

  @ParameterizedTest(name = "held {0}")
  @EnumSource
  void held(Leak leak) {
    JMemoryBuddy.memoryTest(checker -> checker.assertCollectable(leak.plant()));
  }
}
