package dev.tare.internal.profile;

import dev.tare.internal.agent.record.CallTimes.HookCost;
import dev.tare.internal.agent.record.CallTimes.Method;
import dev.tare.internal.agent.record.CallTimes.OtherCalls;
import dev.tare.internal.agent.record.CallTimes.Path;
import dev.tare.internal.agent.record.CallTreeNode;
import java.util.List;
import java.util.Set;

/**
 * Profile of the methods that a body calls, with their numbers of calls and times.
 *
 * @param bodyCalls number of calls of the body
 * @param methods called methods, in no order; the first entry is the time outside of all of them
 * @param paths call paths that took the most time, the longest first
 * @param tree call tree, callers before the methods that they call
 * @param otherCalls methods that other threads called at the same time, the most frequent first
 * @param cost cost of the hooks
 * @param skipped names of classes and methods that could not be woven, in order
 */
public record CallProfile(
    long bodyCalls,
    List<Method> methods,
    List<Path> paths,
    List<CallTreeNode> tree,
    List<OtherCalls> otherCalls,
    HookCost cost,
    Set<String> skipped) {

  /** Copies the lists. */
  public CallProfile {
    methods = List.copyOf(methods);
    paths = List.copyOf(paths);
    tree = List.copyOf(tree);
    otherCalls = List.copyOf(otherCalls);
  }

  /** Returns the nanoseconds of all methods together. */
  public long nanos() {
    return methods.stream().mapToLong(Method::ownNanos).sum();
  }
}
