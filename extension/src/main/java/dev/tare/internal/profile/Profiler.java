package dev.tare.internal.profile;

import java.util.Optional;

/** Finds in which methods a body spends its time, by calling it repeatedly. */
public interface Profiler {

  /** Returns why this JVM cannot make a profile; empty if it can. */
  Optional<String> obstacle();

  /**
   * Calls the body repeatedly and returns the methods in which the calling thread was sampled.
   *
   * @param leftNanos remaining time of the test, in nanoseconds; if it is short, the profile is
   *     shorter
   * @throws Throwable exception of the body
   */
  HotSpots profile(ProfiledCalls calls, double leftNanos) throws Throwable;
}
