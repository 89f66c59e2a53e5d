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
 * they allocate, by site, or the calls and times, by method. The classes are woven while this is
 * open. Only one recording can be open in a JVM.
 */
public final class PatternRecording implements AutoCloseable {

  /**
   * Maximum number of sites or methods in classes that are loaded later; further ones are recorded
   * as belonging to none.
   */
  private static final int LATER_SITES = 1 << 17;

  private final SitePlan plan;
  private final WovenClasses classes;
  private final long[] sums;
  private final long[] counts;
  private final long[] unattributed = new long[AllThreadsRecorder.HOOKS_WITHOUT_SLOT + 1];
  private final RecorderInstance recorder;

  private PatternRecording(
      SitePlan plan, WovenClasses classes, RecorderFactory factory, int firstNumber)
      throws ReflectiveOperationException, IOException {
    this.plan = plan;
    this.classes = classes;
    int capacity = plan.sites().size() + LATER_SITES;
    this.sums = new long[capacity];
    this.counts = new long[capacity];
    this.recorder = factory.create(firstNumber, sums, counts, unattributed);
  }

  /** Creates a recorder that fills the given arrays, whose elements belong to sites or methods. */
  private interface RecorderFactory {
    RecorderInstance create(int firstNumber, long[] sums, long[] counts, long[] unattributed)
        throws ReflectiveOperationException, IOException;
  }

  /**
   * The calls of one method.
   *
   * @param method {@code Cart.total()}
   * @param line its first line, {@code Cart.java:41}
   * @param ownNanos its time, without the woven methods that it calls
   */
  public record MethodCalls(String method, String line, long calls, long ownNanos) {}

  /**
   * Weaves the selected classes for recording allocation: loaded ones now, others when they are
   * loaded.
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
        (firstNumber, bytes, counts, unattributed) ->
            new RecorderInstance(
                RecorderClass.ALL_THREADS,
                counter,
                sizes,
                firstNumber,
                bytes,
                counts,
                unattributed));
  }

  /**
   * Weaves the selected classes for counting calls: loaded ones now, others when they are loaded.
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
        (firstNumber, nanos, calls, unattributed) ->
            new RecorderInstance(RecorderClass.ALL_CALLS, firstNumber, nanos, calls, unattributed));
  }

  private static Optional<PatternRecording> open(
      Instrumentation instrumentation,
      NamePatterns patterns,
      RecorderClass recorderClass,
      RecorderFactory factory)
      throws ReflectiveOperationException, IOException {
    // one reservation for both kinds of recordings, since they weave the same classes
    Class<?> reservation = RecorderClass.ALL_THREADS.copy();
    int firstNumber = (int) reservation.getMethod("reserve").invoke(null);
    if (firstNumber < 0) {
      return Optional.empty();
    }
    SitePlan plan = new SitePlan(patterns, recorderClass, firstNumber);
    WovenClasses classes = null;
    try {
      classes = WovenClasses.open(instrumentation, plan);
      return Optional.of(new PatternRecording(plan, classes, factory, firstNumber));
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

  /** Returns the names of the classes and methods that could not be woven, sorted. */
  public Set<String> skipped() {
    return plan.skipped();
  }

  /** Starts recording. */
  public void start() {
    recorder.start();
  }

  /** Stops recording. */
  public void stop() {
    recorder.stop();
  }

  /** Returns the bytes by site, and those that woven code allocated at no recorded site. */
  public List<SiteShare> shares() {
    List<CodeSite> sites = plan.sites();
    List<SiteShare> shares = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] != 0) {
        CodeSite site = sites.get(i);
        shares.add(new SiteShare(site, null, site.name(), sums[i], counts[i], counts[i], 0, ""));
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
        calls.add(new MethodCalls(method.name(), method.where(), counts[i], sums[i]));
      }
    }
    return calls;
  }

  /** Returns the bytes that recording itself allocated on the recorded threads. */
  public long ownBytes() {
    return unattributed[AllThreadsRecorder.OWN_BYTES];
  }

  /** Returns the number of hooks run by threads whose allocation the JVM does not count. */
  public long uncountedHooks() {
    return unattributed[AllThreadsRecorder.UNCOUNTED_HOOKS];
  }

  /**
   * Returns the number of hooks, or of calls, of threads that were not recorded because too many
   * were alive.
   */
  public long hooksWithoutSlot() {
    return unattributed[AllThreadsRecorder.HOOKS_WITHOUT_SLOT];
  }

  /** Stops recording and restores the classes. */
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
      RecorderClass.ALL_THREADS.copy().getMethod("release", int.class).invoke(null, sites);
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
