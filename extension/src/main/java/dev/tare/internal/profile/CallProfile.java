package dev.tare.internal.profile;

import dev.tare.internal.agent.record.CallTimes;
import dev.tare.internal.agent.record.CallTimes.Cost;
import dev.tare.internal.agent.record.CallTimes.Method;
import dev.tare.internal.agent.record.CallTimes.Path;
import java.util.List;
import java.util.Set;

/**
 * Which methods the calls of a body call, and what that takes.
 *
 * @param bodies how many calls of the body
 * @param methods those that were called, in no order; first what took time outside of all of them
 * @param paths the ways that took the most time, the longest first
 * @param crowded how many calls are on no path of their own
 * @param cost what the hooks take
 * @param skipped the names of classes and methods that could not be woven, in order
 */
public record CallProfile(
    long bodies,
    List<Method> methods,
    List<Path> paths,
    long crowded,
    Cost cost,
    Set<String> skipped) {

  /** Copies the lists. */
  public CallProfile {
    methods = List.copyOf(methods);
    paths = List.copyOf(paths);
  }

  static CallProfile of(long bodies, CallTimes times, Cost cost, int paths, Set<String> skipped) {
    return new CallProfile(
        bodies, times.methods(), times.paths(paths), times.crowded(), cost, skipped);
  }

  /** What all methods together took, in nanoseconds. */
  public long nanos() {
    return methods.stream().mapToLong(Method::ownNanos).sum();
  }
}
