package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.Sites;
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
   * too many threads were alive.
   */
  public boolean missed() {
    return (boolean) recorder.call("missed");
  }
}
