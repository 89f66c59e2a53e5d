package dev.tare.internal.profile;

import java.util.Optional;

/** Finds in which methods a body spends its time, by calling it repeatedly. */
public interface Profiler {

  /** Returns why this JVM cannot make a profile; empty if it can. */
  Optional<String> obstacle();

  /**
   * Calls the body repeatedly and returns the methods in which the calling thread was sampled.
   *
   * @throws Throwable exception of the body
   */
  HotSpots profile(ProfiledCalls calls) throws Throwable;
}
