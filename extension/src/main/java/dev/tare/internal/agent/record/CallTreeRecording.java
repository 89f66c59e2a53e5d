package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.CodeSite.Sites;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.RecorderClass.RecorderInstance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of threads between start and stop, with the bytes that they allocate or the
 * time that they take. Starting and stopping allocate nothing.
 */
public final class CallTreeRecording {

  private final Sites sites;
  private final boolean everyThread;
  private final RecorderInstance recorder;

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far; null
   *     to leave bytes out
   * @param clock returns the nanoseconds; null to leave times out
   * @param leastSize the size of the smallest object to count, in bytes
   */
  CallTreeRecording(
      RecorderClass type,
      Sites sites,
      @Nullable Number counter,
      @Nullable LongSupplier clock,
      ToLongFunction<Object> sizes,
      OtherThreads others,
      long leastSize)
      throws ReflectiveOperationException, IOException {
    // link the native method now, because that would allocate while recording
    long unused = sizes.applyAsLong(sites);
    this.sites = sites;
    this.everyThread = others == OtherThreads.EVERY;
    this.recorder =
        new RecorderInstance(type, counter, clock, sizes, leastSize, others.limit, everyThread);
  }

  /**
   * Starts recording; must be called on the thread that created this.
   *
   * @throws IllegalStateException if another recording is under way in this JVM
   */
  public void start() {
    recorder.start();
  }

  /** Stops recording. */
  public void stop() {
    recorder.stop();
  }

  /**
   * Returns the tree of each recorded thread, that of the thread that created this first; where
   * every thread is recorded, the nodes do not name theirs.
   */
  public List<ThreadTree> trees() {
    Object[][] totals = (Object[][]) recorder.call("totals");
    return IntStream.range(0, totals.length)
        .mapToObj(i -> ThreadTree.of(totals[i], sites, i > 0 && !everyThread))
        .toList();
  }

  /**
   * Returns the calls of all recorded threads, each after its caller. The first node of each thread
   * but the one that created this has the name of the thread.
   */
  public List<CallTreeNode> calls() {
    List<CallTreeNode> all = new ArrayList<>();
    for (ThreadTree tree : trees()) {
      int first = all.size();
      for (CallTreeNode node : tree.nodes()) {
        boolean isFirst = node.caller() < 0;
        all.add(
            node.below(
                isFirst ? (first == 0 ? node.caller() : 0) : first + node.caller(),
                isFirst && first > 0 ? tree.name() : node.name()));
      }
    }
    return all;
  }

  /** Returns the bytes by site, those of the calling thread first. */
  public List<CallTreeNode> shares() {
    List<CallTreeNode> shares = new ArrayList<>();
    for (ThreadTree tree : trees()) {
      Map<List<@Nullable Object>, CallTreeNode> sums = new LinkedHashMap<>();
      for (CallTreeNode node : tree.nodes()) {
        if (node.count() != 0 || node.bytes() != 0) {
          sums.merge(
              Arrays.asList(node.site(), node.origin(), node.name()),
              node,
              (sum, more) -> sum.plus(more, sum.threads()));
        }
      }
      shares.addAll(sums.values());
    }
    return shares;
  }

  /** Returns the bytes that recording itself allocated on recorded threads. */
  public long ownBytes() {
    return trees().stream().mapToLong(ThreadTree::ownBytes).sum();
  }

  /**
   * Returns whether hooks on a thread recorded nothing, because the JVM does not count its bytes or
   * too many threads ran.
   */
  public boolean missed() {
    return (boolean) recorder.call("missed");
  }

  /** The threads to record besides the calling one, each from its first hook on. */
  public enum OtherThreads {
    NONE(0),
    /** Records as many as a test may have; their trees are created before the recording. */
    SOME(1 << 6),
    /** Records as many as most JVMs have; their trees are created when their first hooks run. */
    EVERY(1 << 11);

    /** The maximum number of threads. */
    final int limit;

    OtherThreads(int limit) {
      this.limit = limit;
    }
  }

  /**
   * The calls of one thread as a tree.
   *
   * @param name the name of the thread
   * @param nodes the nodes, each after its caller
   * @param bytes the growth of the thread's counter from its first hook to its last
   * @param ownBytes the bytes that the recording itself allocated
   */
  public record ThreadTree(String name, List<CallTreeNode> nodes, long bytes, long ownBytes) {

    /** Copies the list. */
    public ThreadTree {
      nodes = List.copyOf(nodes);
    }

    /**
     * Reads the totals that {@code ThreadCalls.totals()} returns.
     *
     * @param named whether the nodes name the thread
     */
    static ThreadTree of(Object[] totals, Sites sites, boolean named) {
      return new ThreadTree(
          (String) totals[0],
          nodes(totals, sites, named ? 1 : 0),
          (long) totals[9],
          (long) totals[10]);
    }

    /** Returns the nodes that have calls, bytes or time, and those that led to them. */
    private static List<CallTreeNode> nodes(Object[] totals, Sites sites, int threads) {
      int[] parents = (int[]) totals[2];
      int[] numbers = (int[]) totals[3];
      @Nullable Class<?>[] types = (Class<?>[]) totals[4];
      boolean[] used = used(totals, parents);
      int[] positions = new int[used.length];
      @Nullable CodeSite[] origins = new CodeSite[used.length]; // of sites below
      List<CallTreeNode> nodes = new ArrayList<>();
      for (int i = 0; i < used.length; i++) {
        if (used[i]) {
          boolean isOfLibrary = Sites.isOfLibrary(numbers[i]);
          CodeSite site = sites.get(numbers[i]);
          origins[i] = isOfLibrary ? origins[parents[i]] : i == 0 ? null : site;
          positions[i] = nodes.size();
          nodes.add(
              new CallTreeNode(
                  i == 0 ? CallTreeNode.NO_CALLER : positions[parents[i]],
                  site,
                  isOfLibrary ? origins[i] : null,
                  name(site, types[i]),
                  at(totals, 5, i),
                  at(totals, 7, i),
                  at(totals, 6, i),
                  at(totals, 8, i),
                  threads,
                  (String) totals[0]));
        }
      }
      return nodes;
    }

    private static boolean[] used(Object[] totals, int[] parents) {
      boolean[] used = new boolean[(int) totals[1]];
      for (int i = used.length - 1; i >= 0; i--) {
        used[i] |=
            i == 0 || at(totals, 5, i) != 0 || at(totals, 6, i) != 0 || at(totals, 7, i) != 0;
        used[parents[i]] |= used[i];
      }
      return used;
    }

    private static long at(Object[] totals, int array, int index) {
      return ((long[]) totals[array])[index];
    }

    /** Returns the name of a class; for a lambda's hidden class, that of its interface. */
    private static String name(CodeSite site, @Nullable Class<?> type) {
      if (type == null) {
        return site.name();
      }
      Class<?>[] interfaces = type.getInterfaces();
      return (type.isHidden() && interfaces.length > 0 ? interfaces[0] : type).getTypeName();
    }
  }
}
