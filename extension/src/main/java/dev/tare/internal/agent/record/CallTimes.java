package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Times one thread's calls of woven methods between start and stop. Starting and stopping allocate
 * nothing.
 */
public final class CallTimes {

  private static final int HOOK_PAIRS = 20_000;
  private static final int HOOK_ROUNDS = 5;

  // indices in CallTimer.totals(): arrays by method number
  private static final int CALLS = 0;
  private static final int OWN_NANOS = 1;
  private static final int NANOS = 2;
  private static final int OWN_BYTES = 3;
  private static final int BYTES = 4;

  // the call tree there: its size, arrays by node, and calls without a node
  private static final int NODE_COUNT = 5;
  private static final int NODE_PARENTS = 6;
  private static final int NODE_METHODS = 7;
  private static final int NODE_CALLS = 8;
  private static final int NODE_OWN_NANOS = 9;
  private static final int UNPLACED_CALLS = 10;

  private final List<CodeSite> methods;
  private final RecorderInstance timer;

  CallTimes(List<CodeSite> methods, Number counter)
      throws ReflectiveOperationException, IOException {
    this.methods = methods;
    this.timer =
        new RecorderInstance(RecorderClass.TIMES, counter, null, Math.max(1, methods.size()));
  }

  /**
   * The calls of one method.
   *
   * @param name {@code Cart.total()}
   * @param line its first line, {@code Cart.java:41}
   * @param ownNanos its time, without the woven methods that it calls
   * @param nanos its time, including these methods; only the outermost of recursive calls counts
   * @param ownBytes its bytes, without the woven methods that it calls
   * @param bytes its bytes, including these methods; only the outermost of recursive calls counts
   */
  public record Method(
      String name, String line, long calls, long ownNanos, long nanos, long ownBytes, long bytes) {}

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
   * A node of the call tree.
   *
   * @param parent the number of the caller's node; -1 for the first node, which is the code outside
   *     of all woven methods
   * @param calls the number of calls along this path
   * @param ownNanos its time along this path, without the woven methods that it calls
   */
  public record Node(int parent, String method, long calls, long ownNanos) {}

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
   * @throws IllegalStateException if other calls are timed in this JVM
   */
  public void start() {
    timer.start();
  }

  /** Stops timing. */
  public void stop() {
    timer.stop();
  }

  /**
   * Returns the methods that were called. The first entry stands for all code outside of woven
   * methods.
   */
  public List<Method> methods() {
    Object[] totals = totals();
    List<Method> called = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      if (i == 0 || at(totals, CALLS, i) > 0) {
        CodeSite site = methods.get(i);
        called.add(
            new Method(
                site.name(),
                site.where(),
                at(totals, CALLS, i),
                at(totals, OWN_NANOS, i),
                at(totals, NANOS, i),
                at(totals, OWN_BYTES, i),
                at(totals, BYTES, i)));
      }
    }
    return called;
  }

  private static long at(Object[] totals, int array, int index) {
    return ((long[]) totals[array])[index];
  }

  /** Returns the call paths with the most own time, in descending order. */
  public List<Path> paths(int limit) {
    Object[] totals = totals();
    int size = (int) totals[NODE_COUNT];
    List<Path> paths = new ArrayList<>();
    for (int node = 1; node < size; node++) {
      paths.add(
          new Path(
              path(totals, node), at(totals, NODE_CALLS, node), at(totals, NODE_OWN_NANOS, node)));
    }
    paths.sort(Comparator.comparingLong(Path::ownNanos).reversed());
    return List.copyOf(paths.subList(0, Math.min(limit, paths.size())));
  }

  /** Returns the methods that other threads called during the recording, most calls first. */
  public List<OtherCalls> otherCalls() {
    long[] found = (long[]) timer.call("otherCalls");
    List<OtherCalls> others = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      if (found[i] > 0) {
        others.add(new OtherCalls(methods.get(i).name(), found[i]));
      }
    }
    others.sort(Comparator.comparingLong(OtherCalls::calls).reversed());
    return others;
  }

  /** Returns the call tree, each node after its caller. */
  public List<Node> tree() {
    Object[] totals = totals();
    int size = (int) totals[NODE_COUNT];
    List<Node> tree = new ArrayList<>();
    for (int node = 0; node < size; node++) {
      int parent = node == 0 ? -1 : parent(totals, node);
      tree.add(
          new Node(
              parent,
              method(totals, node),
              at(totals, NODE_CALLS, node),
              at(totals, NODE_OWN_NANOS, node)));
    }
    return tree;
  }

  /** Returns the number of calls without a path, because the call tree was full; usually 0. */
  public long unplacedCalls() {
    return (long) totals()[UNPLACED_CALLS];
  }

  private List<String> path(Object[] totals, int node) {
    List<String> path = new ArrayList<>();
    for (int ancestor = node; ancestor != 0; ancestor = parent(totals, ancestor)) {
      path.add(0, method(totals, ancestor));
    }
    return path;
  }

  private static int parent(Object[] totals, int node) {
    return ((int[]) totals[NODE_PARENTS])[node];
  }

  private String method(Object[] totals, int node) {
    return methods.get(((int[]) totals[NODE_METHODS])[node]).name();
  }

  /** Measures the cost of the hooks. Call it on an instance that is used for nothing else. */
  public HookCost measureHookCost() {
    start();
    try {
      HookCost least = new HookCost(Double.MAX_VALUE, Double.MAX_VALUE);
      for (int i = 0; i < HOOK_ROUNDS; i++) {
        long[] nanos = (long[]) timer.call("measureHookCost", HOOK_PAIRS);
        if (nanos[0] < least.total() * HOOK_PAIRS) {
          least = new HookCost(nanos[0] / (double) HOOK_PAIRS, nanos[1] / (double) HOOK_PAIRS);
        }
      }
      return least;
    } finally {
      stop();
    }
  }

  private Object[] totals() {
    return (Object[]) timer.call("totals");
  }
}
