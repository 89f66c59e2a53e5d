package dev.tare.internal.profile;

import java.util.Optional;

/** Finds in which methods a body spends its time, by calling it repeatedly. */
public interface Profiler {

  /** Returns why this JVM cannot make a profile; empty if it can. */
  Optional<String> obstacle();

  /**
   * Calls the body and returns the methods in which the calling thread was sampled.
   *
   * @param leftNanos nanoseconds left of the time of the test; the profile is shorter if they are
   *     few
   * @throws Throwable exception of the body
   */
  HotSpots profile(ProfiledCalls calls, double leftNanos) throws Throwable;
}
