package dev.tare.internal.profile;

import java.util.Optional;

/** Finds where the time of a body goes, by calling it again and again. */
public interface Profiler {

  /** Why this JVM cannot do so; empty if it can. */
  Optional<String> obstacle();

  /**
   * In which methods the calling thread was found meanwhile.
   *
   * @param leftNanos what is left of the time of the test, in nanoseconds; the profile is shorter
   *     where that is little
   * @throws Throwable what the body threw
   */
  HotSpots of(ProfiledCalls calls, double leftNanos) throws Throwable;
}
