package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.CodeSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times one thread's calls of woven methods between start and stop, and counts those of other
 * threads. Starting and stopping allocate nothing.
 */
public record CallTimes(CallTreeRecording recording) {

  private static final int HOOK_PAIRS = 20_000;
  private static final int HOOK_ROUNDS = 5;

  /**
   * The calls of one method.
   *
   * @param name {@code Cart.total()}
   * @param line its first line, {@code Cart.java:41}
   * @param ownNanos its time, without the woven methods that it calls
   * @param nanos its time, including these methods; a recursive call, direct or indirect, counts
   *     with the outermost one
   * @param ownBytes its bytes, without the woven methods that it calls
   * @param bytes its bytes, including these methods; as for {@code nanos}
   */
  public record Method(
      String name, String line, long calls, long ownNanos, long nanos, long ownBytes, long bytes) {

    private Method plus(Method other) {
      return new Method(
          name,
          line,
          calls + other.calls,
          ownNanos + other.ownNanos,
          nanos + other.nanos,
          ownBytes + other.ownBytes,
          bytes + other.bytes);
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

  /**
   * The cost of the hooks, in nanoseconds per call.
   *
   * @param total their real time
   * @param recorded the part of it that is included in the times of methods
   */
  public record HookCost(double total, double recorded) {}

  /**
   * Starts timing; must be called on the thread that created this.
   *
   * @throws IllegalStateException if other calls are recorded in this JVM
   */
  public void start() {
    recording.start();
  }

  /** Stops timing. */
  public void stop() {
    recording.stop();
  }

  /**
   * Returns the methods that were called. The first entry stands for all code outside of woven
   * methods.
   */
  public List<Method> methods() {
    return methods(recording.trees().subList(0, 1));
  }

  /** Returns the methods that any thread called; the first entry as for {@link #methods()}. */
  public List<Method> methodsOfAllThreads() {
    return methods(recording.trees());
  }

  private static List<Method> methods(List<ThreadTree> trees) {
    Map<CodeSite, Method> methods = new LinkedHashMap<>();
    for (ThreadTree thread : trees) {
      List<CallTreeNode> tree = thread.nodes();
      long[] nanos = tree.stream().mapToLong(CallTreeNode::nanos).toArray();
      long[] bytes = tree.stream().mapToLong(CallTreeNode::bytes).toArray();
      for (int i = tree.size() - 1; i > 0; i--) {
        nanos[tree.get(i).caller()] += nanos[i];
        bytes[tree.get(i).caller()] += bytes[i];
      }
      for (int i = 0; i < tree.size(); i++) {
        CallTreeNode node = tree.get(i);
        methods.merge(node.site(), method(node, nanos[i], bytes[i]), Method::plus);
      }
    }
    return List.copyOf(methods.values());
  }

  private static Method method(CallTreeNode node, long nanos, long bytes) {
    return new Method(
        node.name(), node.site().where(), node.count(), node.nanos(), nanos, node.bytes(), bytes);
  }

  /** Returns the call paths with the most own time, in descending order. */
  public List<Path> paths(int limit) {
    List<CallTreeNode> tree = tree();
    return tree.stream()
        .skip(1)
        .map(node -> new Path(path(tree, node), node.count(), node.nanos()))
        .sorted(Comparator.comparingLong(Path::ownNanos).reversed())
        .limit(limit)
        .toList();
  }

  private static List<String> path(List<CallTreeNode> tree, CallTreeNode node) {
    List<String> path = new ArrayList<>();
    for (CallTreeNode n = node; n.caller() >= 0; n = tree.get(n.caller())) {
      path.add(0, n.name());
    }
    return path;
  }

  /** Returns the methods that other threads called during the recording, most calls first. */
  public List<OtherCalls> otherCalls() {
    Map<String, Long> calls = new LinkedHashMap<>();
    recording.trees().stream()
        .skip(1)
        .flatMap(thread -> thread.nodes().stream())
        .filter(node -> node.count() > 0)
        .forEach(node -> calls.merge(node.name(), node.count(), Long::sum));
    return calls.entrySet().stream()
        .map(method -> new OtherCalls(method.getKey(), method.getValue()))
        .sorted(Comparator.comparingLong(OtherCalls::calls).reversed())
        .toList();
  }

  /** Returns the call tree, each node after its caller. */
  public List<CallTreeNode> tree() {
    return recording.trees().get(0).nodes();
  }

  /** Measures the cost of the hooks. Call it on an instance that is used for nothing else. */
  public HookCost measureHookCost() {
    start();
    try {
      HookCost least = new HookCost(Double.MAX_VALUE, Double.MAX_VALUE);
      for (int i = 0; i < HOOK_ROUNDS; i++) {
        long[] nanos = recording.measureHookCost(HOOK_PAIRS);
        if (nanos[0] < least.total() * HOOK_PAIRS) {
          least = new HookCost(nanos[0] / (double) HOOK_PAIRS, nanos[1] / (double) HOOK_PAIRS);
        }
      }
      return least;
    } finally {
      stop();
    }
  }
}
