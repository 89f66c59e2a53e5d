package dev.tare.internal.agent.record;

import dev.tare.internal.agent.boot.AllThreadsRecorder;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.Site;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Records by site the bytes that all threads of this JVM allocate in classes selected by name. The
 * classes are woven while this is open, and only one recording can be open in a JVM.
 */
public final class PatternRecording implements AutoCloseable {

  /**
   * Maximum number of sites in classes that are loaded later; allocation at further sites belongs
   * to no site.
   */
  private static final int LATER_SITES = 1 << 17;

  private final SitePlan plan;
  private final WovenClasses classes;
  private final long[] bytes;
  private final long[] counts;
  private final long[] aside = new long[AllThreadsRecorder.NO_SLOT + 1];
  private final RecorderInstance recorder;

  private PatternRecording(
      SitePlan plan, WovenClasses classes, Number counter, ToLongFunction<Object> sizes, int first)
      throws ReflectiveOperationException, IOException {
    this.plan = plan;
    this.classes = classes;
    int room = plan.sites().size() + LATER_SITES;
    this.bytes = new long[room];
    this.counts = new long[room];
    this.recorder =
        new RecorderInstance(
            RecorderClass.ALL_THREADS, counter, sizes, first, bytes, counts, aside);
  }

  /**
   * Weaves the loaded classes, and other classes when they are loaded.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far;
   *     negative if unknown
   * @return empty if another recording is under way
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static Optional<PatternRecording> open(
      Instrumentation instrumentation, NamePatterns patterns, Number counter)
      throws ReflectiveOperationException, IOException {
    Class<?> recorder = RecorderClass.ALL_THREADS.get();
    int first = (int) recorder.getMethod("reserve").invoke(null);
    if (first < 0) {
      return Optional.empty();
    }
    SitePlan plan = new SitePlan(patterns, RecorderClass.ALL_THREADS, first);
    WovenClasses classes = null;
    try {
      classes = WovenClasses.open(instrumentation, plan);
      return Optional.of(
          new PatternRecording(plan, classes, counter, instrumentation::getObjectSize, first));
    } catch (ReflectiveOperationException | IOException | RuntimeException | Error e) {
      if (classes != null) {
        classes.close();
      }
      recorder.getMethod("release", int.class).invoke(null, 0);
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
    List<Site> sites = plan.sites();
    List<SiteShare> shares = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        Site site = sites.get(i);
        shares.add(new SiteShare(site, null, site.made(), bytes[i], counts[i], 0, ""));
      }
    }
    return shares;
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
   * Returns the number of hooks run by threads that were not recorded because too many were alive.
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
      recorder.call("release", bytes.length);
    }
  }
}
