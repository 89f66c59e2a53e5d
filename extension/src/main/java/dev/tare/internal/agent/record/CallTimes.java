package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Times the calls of woven methods that the creating thread makes between start and stop. Starting
 * and stopping allocate nothing.
 */
public final class CallTimes {

  private static final int PAIRS = 20_000;
  private static final int ROUNDS = 5;

  private final List<CodeSite> methods;
  private final RecorderInstance timer;

  CallTimes(List<CodeSite> methods, Number counter, @Nullable Number clock)
      throws ReflectiveOperationException, IOException {
    this.methods = methods;
    this.timer =
        new RecorderInstance(RecorderClass.TIMES, counter, clock, Math.max(1, methods.size()));
  }

  /**
   * The calls of one method.
   *
   * @param name {@code Cart.total()}
   * @param line its first line, {@code Cart.java:41}
   * @param ownNanos its time without the woven methods that it calls
   * @param nanos its time with these methods; of recursive calls the outermost one
   * @param bytes its bytes with those of the methods that it calls
   */
  public record Method(
      String name, String line, long calls, long ownNanos, long nanos, long ownBytes, long bytes) {}

  /**
   * A call path to a method.
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
   * @param inAll in real time
   * @param inTimes the part that is included in the times of the methods
   */
  public record HookCost(double inAll, double inTimes) {}

  /**
   * Starts; must be called on the thread that created this.
   *
   * @throws IllegalStateException if other calls are timed in this JVM
   */
  public void start() {
    timer.start();
  }

  /** Stops. */
  public void stop() {
    timer.stop();
  }

  /**
   * Returns the methods that were called; the first entry is the time outside of all woven methods.
   */
  public List<Method> methods() {
    Object[] found = found();
    List<Method> called = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      if (i == 0 || at(found, 0, i) > 0) {
        CodeSite site = methods.get(i);
        called.add(
            new Method(
                site.made(),
                site.where(),
                at(found, 0, i),
                at(found, 1, i),
                at(found, 2, i),
                at(found, 3, i),
                at(found, 4, i)));
      }
    }
    return called;
  }

  private static long at(Object[] found, int what, int index) {
    return ((long[]) found[what])[index];
  }

  /** Returns the call paths with the most own time, the longest first. */
  public List<Path> paths(int most) {
    Object[] found = found();
    int size = (int) found[5];
    List<Path> paths = new ArrayList<>();
    for (int place = 1; place < size; place++) {
      paths.add(new Path(path(found, place), at(found, 8, place), at(found, 9, place)));
    }
    paths.sort(Comparator.comparingLong(Path::ownNanos).reversed());
    return List.copyOf(paths.subList(0, Math.min(most, paths.size())));
  }

  /**
   * Returns the methods that other threads called during the recording, the most frequent first.
   */
  public List<OtherCalls> otherCalls() {
    long[] found = (long[]) timer.call("otherCalls");
    List<OtherCalls> others = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      if (found[i] > 0) {
        others.add(new OtherCalls(methods.get(i).made(), found[i]));
      }
    }
    others.sort(Comparator.comparingLong(OtherCalls::calls).reversed());
    return others;
  }

  /** Returns the call tree, each node after its caller. */
  public List<Node> tree() {
    Object[] found = found();
    int size = (int) found[5];
    List<Node> tree = new ArrayList<>();
    for (int place = 0; place < size; place++) {
      int parent = place == 0 ? -1 : ((int[]) found[6])[place];
      String method = methods.get(((int[]) found[7])[place]).made();
      tree.add(new Node(parent, method, at(found, 8, place), at(found, 9, place)));
    }
    return tree;
  }

  /**
   * Returns the number of calls without a path of their own because the call tree was full; usually
   * 0.
   */
  public long unplacedCalls() {
    return (long) found()[10];
  }

  private List<String> path(Object[] found, int place) {
    List<String> path = new ArrayList<>();
    for (int at = place; at != 0; at = ((int[]) found[6])[at]) {
      path.add(0, methods.get(((int[]) found[7])[at]).made());
    }
    return path;
  }

  /** Measures the cost of the hooks. Call it on an instance that is used for nothing else. */
  public HookCost weigh() {
    start();
    try {
      HookCost least = new HookCost(Double.MAX_VALUE, Double.MAX_VALUE);
      for (int i = 0; i < ROUNDS; i++) {
        long[] nanos = (long[]) timer.call("weigh", PAIRS);
        if (nanos[0] < least.inAll() * PAIRS) {
          least = new HookCost(nanos[0] / (double) PAIRS, nanos[1] / (double) PAIRS);
        }
      }
      return least;
    } finally {
      stop();
    }
  }

  private Object[] found() {
    return (Object[]) timer.call("found");
  }
}
