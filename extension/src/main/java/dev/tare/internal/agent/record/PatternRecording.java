package dev.tare.internal.agent.record;

import dev.tare.internal.agent.boot.AllThreadsRecorder;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Records what all threads of this JVM do in classes and methods selected by name: the bytes that
 * they allocate by site, or the calls and times by method. The classes are woven while this is
 * open, and only one recording can be open in a JVM.
 */
public final class PatternRecording implements AutoCloseable {

  /**
   * Maximum number of sites or methods in classes that are loaded later; what happens at further
   * ones belongs to none.
   */
  private static final int LATER_SITES = 1 << 17;

  private final SitePlan plan;
  private final WovenClasses classes;
  private final long[] sums;
  private final long[] counts;
  private final long[] aside = new long[AllThreadsRecorder.NO_SLOT + 1];
  private final RecorderInstance recorder;

  private PatternRecording(SitePlan plan, WovenClasses classes, Recorders recorders, int first)
      throws ReflectiveOperationException, IOException {
    this.plan = plan;
    this.classes = classes;
    int room = plan.sites().size() + LATER_SITES;
    this.sums = new long[room];
    this.counts = new long[room];
    this.recorder = recorders.create(first, sums, counts, aside);
  }

  /** Creates the recorder that fills the arrays, whose elements belong to sites or methods. */
  private interface Recorders {
    RecorderInstance create(int first, long[] sums, long[] counts, long[] aside)
        throws ReflectiveOperationException, IOException;
  }

  /**
   * The calls of one method.
   *
   * @param method {@code Cart.total()}
   * @param line its first line, {@code Cart.java:41}
   * @param ownNanos its time without the woven methods that it calls
   */
  public record MethodCalls(String method, String line, long calls, long ownNanos) {}

  /**
   * Weaves the loaded classes, and other classes when they are loaded, for recording allocation.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far;
   *     negative if unknown
   * @return empty if another recording is under way
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static Optional<PatternRecording> open(
      Instrumentation instrumentation, NamePatterns patterns, Number counter)
      throws ReflectiveOperationException, IOException {
    ToLongFunction<Object> sizes = instrumentation::getObjectSize;
    return open(
        instrumentation,
        patterns,
        RecorderClass.ALL_THREADS,
        (first, bytes, counts, aside) ->
            new RecorderInstance(
                RecorderClass.ALL_THREADS, counter, sizes, first, bytes, counts, aside));
  }

  /**
   * Weaves the loaded classes, and other classes when they are loaded, for counting calls.
   *
   * @return empty if another recording is under way
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static Optional<PatternRecording> ofCalls(
      Instrumentation instrumentation, NamePatterns patterns)
      throws ReflectiveOperationException, IOException {
    return open(
        instrumentation,
        patterns,
        RecorderClass.ALL_CALLS,
        (first, nanos, calls, aside) ->
            new RecorderInstance(RecorderClass.ALL_CALLS, first, nanos, calls, aside));
  }

  private static Optional<PatternRecording> open(
      Instrumentation instrumentation,
      NamePatterns patterns,
      RecorderClass hooks,
      Recorders recorders)
      throws ReflectiveOperationException, IOException {
    // one reservation for all kinds of recordings, since they weave the same classes
    Class<?> reservation = RecorderClass.ALL_THREADS.get();
    int first = (int) reservation.getMethod("reserve").invoke(null);
    if (first < 0) {
      return Optional.empty();
    }
    SitePlan plan = new SitePlan(patterns, hooks, first);
    WovenClasses classes = null;
    try {
      classes = WovenClasses.open(instrumentation, plan);
      return Optional.of(new PatternRecording(plan, classes, recorders, first));
    } catch (ReflectiveOperationException | IOException | RuntimeException | Error e) {
      if (classes != null) {
        classes.close();
      }
      reservation.getMethod("release", int.class).invoke(null, 0);
      throw e;
    }
  }

  /** Returns the number of classes woven so far. */
  public int classes() {
    return classes.count();
  }

  /** Returns the names of the classes and methods that could not be woven, in order. */
  public Set<String> skipped() {
    return plan.skipped();
  }

  /** Starts. */
  public void start() {
    recorder.start();
  }

  /** Stops. */
  public void stop() {
    recorder.stop();
  }

  /** Returns the sites that allocated, and the allocation in woven code that belongs to no site. */
  public List<SiteShare> shares() {
    List<CodeSite> sites = plan.sites();
    List<SiteShare> shares = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] != 0) {
        CodeSite site = sites.get(i);
        shares.add(new SiteShare(site, null, site.made(), sums[i], counts[i], 0, ""));
      }
    }
    return shares;
  }

  /** Returns the methods that were called. */
  public List<MethodCalls> calls() {
    List<CodeSite> methods = plan.sites();
    List<MethodCalls> calls = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        CodeSite method = methods.get(i);
        calls.add(new MethodCalls(method.made(), method.where(), counts[i], sums[i]));
      }
    }
    return calls;
  }

  /** Returns the bytes that recording itself allocated on the recorded threads. */
  public long ownBytes() {
    return aside[AllThreadsRecorder.OWN_BYTES];
  }

  /** Returns the number of hooks run by threads whose allocation the JVM does not count. */
  public long uncountedHooks() {
    return aside[AllThreadsRecorder.UNWEIGHED];
  }

  /**
   * Returns the number of hooks, or of calls, of threads that were not recorded because too many
   * were alive.
   */
  public long hooksWithoutSlot() {
    return aside[AllThreadsRecorder.NO_SLOT];
  }

  /** Stops and restores the classes. */
  @Override
  public void close() {
    stop();
    try {
      classes.close();
    } finally {
      release(sums.length);
    }
  }

  private static void release(int sites) {
    try {
      RecorderClass.ALL_THREADS.get().getMethod("release", int.class).invoke(null, sites);
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
