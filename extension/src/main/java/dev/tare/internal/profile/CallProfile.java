package dev.tare.internal.profile;

import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.record.ThreadTree;
import dev.tare.internal.agent.weave.CodeSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Profile of the methods that a body calls, with their numbers of calls and times.
 *
 * @param bodyCalls number of calls of the body
 * @param trees calls of each thread, those of the profiled one first
 * @param skipped names of classes and methods that could not be woven, in order
 */
public record CallProfile(long bodyCalls, List<ThreadTree> trees, Set<String> skipped) {

  /**
   * The calls of one method.
   *
   * @param name {@code Cart.total()}
   * @param line its first line, {@code Cart.java:41}
   * @param ownNanos its time, without the woven methods that it calls
   * @param nanos its time, including these methods; a recursive call, direct or indirect, counts
   *     with the outermost one
   * @param ownBytes its bytes, without the woven methods that it calls
   */
  public record Method(
      String name, String line, long calls, long ownNanos, long nanos, long ownBytes) {

    private Method plus(Method other) {
      return new Method(
          name,
          line,
          calls + other.calls,
          ownNanos + other.ownNanos,
          nanos + other.nanos,
          ownBytes + other.ownBytes);
    }
  }

  /**
   * A path of calls to a method.
   *
   * @param methods the names of the methods, the outermost first
   * @param calls the number of calls of the last method on this path
   * @param ownNanos the time of the last method on this path, without the woven methods that it
   *     calls
   */
  public record Path(List<String> methods, long calls, long ownNanos) {

    /** Copies the list. */
    public Path {
      methods = List.copyOf(methods);
    }
  }

  /** Calls of one method that other threads made. */
  public record OtherCalls(String method, long calls) {}

  /** Copies the list. */
  public CallProfile {
    trees = List.copyOf(trees);
  }

  /** Returns the call tree, each node after its caller. */
  public List<CallTreeNode> tree() {
    return trees.get(0).nodes();
  }

  /**
   * Returns the methods that were called. The first entry stands for all code outside of woven
   * methods.
   */
  public List<Method> methods() {
    List<CallTreeNode> tree = tree();
    long[] nanos = tree.stream().mapToLong(CallTreeNode::nanos).toArray();
    for (int i = tree.size() - 1; i > 0; i--) {
      nanos[tree.get(i).caller()] += nanos[i];
    }
    Map<CodeSite, Method> methods = new LinkedHashMap<>();
    for (int i = 0; i < nanos.length; i++) {
      CallTreeNode node = tree.get(i);
      methods.merge(
          node.site(),
          new Method(
              node.name(), node.site().where(), node.count(), node.nanos(), nanos[i], node.bytes()),
          Method::plus);
    }
    return List.copyOf(methods.values());
  }

  /** Returns the call paths with the most own time, in descending order. */
  public List<Path> paths(int limit) {
    return tree().stream()
        .skip(1)
        .sorted(Comparator.comparingLong(CallTreeNode::nanos).reversed())
        .limit(limit)
        .map(node -> new Path(path(node), node.count(), node.nanos()))
        .toList();
  }

  private List<String> path(CallTreeNode last) {
    List<String> path = new ArrayList<>();
    for (CallTreeNode node = last; node.caller() >= 0; node = tree().get(node.caller())) {
      path.add(0, node.name());
    }
    return path;
  }

  /** Returns the methods that other threads called during the recording, most calls first. */
  public List<OtherCalls> otherCalls() {
    Map<String, Long> calls = new LinkedHashMap<>();
    trees.stream()
        .skip(1)
        .flatMap(thread -> thread.nodes().stream())
        .filter(node -> node.count() > 0)
        .forEach(node -> calls.merge(node.name(), node.count(), Long::sum));
    return calls.entrySet().stream()
        .map(method -> new OtherCalls(method.getKey(), method.getValue()))
        .sorted(Comparator.comparingLong(OtherCalls::calls).reversed())
        .toList();
  }

  /** Returns the nanoseconds of all methods together. */
  public long nanos() {
    return tree().stream().mapToLong(CallTreeNode::nanos).sum();
  }
}
