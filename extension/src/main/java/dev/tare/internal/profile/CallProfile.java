package dev.tare.internal.profile;

import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.CallTreeRecording.ThreadTree;
import dev.tare.internal.agent.record.WeavingLock.WeavingTurn;
import dev.tare.internal.agent.record.WeavingSession;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.RecorderClass;
import java.lang.instrument.Instrumentation;
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

  /** Shortest duration of the last turn. */
  private static final long MIN_TURN_NANOS = 100_000_000;

  private static final long MAX_CALLS = 1_000_000;

  /**
   * Factor by which the number of calls grows from turn to turn. It is ten, so that readers can
   * divide by the number of calls in their heads.
   */
  private static final int GROWTH = 10;

  /** A profile, or the reason why there is none. */
  public sealed interface ProfileOutcome {

    /** A profile was made. */
    record Profiled(CallProfile profile) implements ProfileOutcome {}

    /**
     * No profile could be made.
     *
     * @param reason the reason and a remedy
     */
    record Unprofiled(String reason) implements ProfileOutcome {}
  }

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

  /**
   * Counts and times calls of the application's methods, with hooks woven into all of them. Calls
   * the body once, then in turns of 1, 10, 100 calls and so on, and returns the profile of the last
   * turn. This takes about a second, or two calls of the body if they are long.
   *
   * @param tests test classes whose application is profiled
   * @param bytes number whose {@code longValue()} is the bytes that the calling thread has
   *     allocated; negative if unknown
   * @throws Throwable exception of the body or of its preparations
   */
  public static ProfileOutcome of(List<Class<?>> tests, Number bytes, ProfiledCalls calls)
      throws Throwable {
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      return new ProfileOutcome.Unprofiled(denial.text());
    }
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn) {
      return new ProfileOutcome.Profiled(countCalls(permit.instrumentation(), tests, bytes, calls));
    } finally {
      calls.forget();
    }
  }

  private static CallProfile countCalls(
      Instrumentation instrumentation, List<Class<?>> tests, Number bytes, ProfiledCalls calls)
      throws Throwable {
    ClassOrigins application = new ClassOrigins(tests, ClassOrigin.APPLICATION);
    try (WeavingSession weaving =
        WeavingSession.open(instrumentation, application, RecorderClass.TESTS, false)
            .orElseThrow()) {
      // loads and links classes before calls count
      calls.repeat(1);
      weaving.stopWeaving();
      long bodyCalls = 1;
      while (true) {
        CallTreeRecording recording = weaving.time(bytes);
        // with preparations, which decide too when the turns end
        long from = System.nanoTime();
        calls.repeat(bodyCalls, recording::start, recording::stop);
        long nanos = System.nanoTime() - from;
        if (nanos >= MIN_TURN_NANOS || bodyCalls == MAX_CALLS) {
          return new CallProfile(bodyCalls, recording.trees(), weaving.skipped());
        }
        bodyCalls *= GROWTH;
      }
    }
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
