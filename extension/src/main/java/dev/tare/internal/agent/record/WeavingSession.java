package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selected classes with hooks, until this is closed, and the recordings that the hooks fill. */
public final class WeavingSession implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final SitePlan plan;
  private final WovenClasses classes;

  private WeavingSession(Instrumentation instrumentation, SitePlan plan)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = instrumentation;
    this.plan = plan;
    this.classes = WovenClasses.open(instrumentation, plan);
  }

  /**
   * Weaves the classes of the given origins for recording allocation.
   *
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static WeavingSession open(Instrumentation instrumentation, ClassOrigins origins)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, origins, RecorderClass.TESTS);
  }

  /**
   * Weaves the classes of the given origins for timing calls.
   *
   * @throws ReflectiveOperationException if the timer cannot be defined
   */
  public static WeavingSession ofCalls(Instrumentation instrumentation, ClassOrigins origins)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, origins, RecorderClass.TIMES);
  }

  /** Weaves the selected classes with the hooks of a recorder. */
  public static WeavingSession open(
      Instrumentation instrumentation, ClassSelection selection, RecorderClass recorder)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, selection, recorder, 1);
  }

  /**
   * Weaves the selected classes with the hooks of a recorder.
   *
   * @param firstSite the number of the first site; larger than those in methods that still run
   */
  static WeavingSession open(
      Instrumentation instrumentation,
      ClassSelection selection,
      RecorderClass recorder,
      int firstSite)
      throws ReflectiveOperationException, IOException {
    return new WeavingSession(instrumentation, new SitePlan(selection, recorder, firstSite));
  }

  /**
   * Weaves the methods that may have allocated what a recording could not attribute to objects:
   * those that were called at its sites.
   *
   * @param selection selects the classes that may be woven
   * @return whether any methods were woven that were not before
   */
  public boolean weaveCalled(List<SiteShare> shares, ClassSelection selection) {
    List<CodeSite> sites =
        shares.stream()
            .filter(share -> share.bytes() > 0)
            .map(SiteShare::site)
            .filter(site -> !site.createsObjects() && !site.equals(CodeSite.ELSEWHERE))
            .toList();
    List<Class<?>> loaded =
        Stream.<Class<?>>of(instrumentation.getAllLoadedClasses())
            .filter(type -> type.isHidden() || instrumentation.isModifiableClass(type))
            .toList();
    List<Class<?>> called = plan.addCalled(new CalledClasses(loaded, selection).at(sites));
    classes.weave(called);
    return !called.isEmpty();
  }

  /** Ends the weaving of newly loaded classes. */
  public void stopWeaving() {
    classes.stopWeaving();
  }

  /**
   * Creates a recording of the bytes that the calling thread and others allocate, by site.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @param leastSize the size of the smallest object to count, in bytes
   */
  public SiteRecording record(Number counter, OtherThreads others, long leastSize)
      throws ReflectiveOperationException, IOException {
    return new SiteRecording(
        plan, counter, instrumentation::getObjectSize, others, leastSize, false);
  }

  /**
   * Creates a recording of what every thread allocates, by site, or calls, by method.
   *
   * @param counter as in {@link #record}; null for the times of calls
   */
  SiteRecording recordEveryThread(@Nullable Number counter, OtherThreads others)
      throws ReflectiveOperationException, IOException {
    return new SiteRecording(plan, counter, instrumentation::getObjectSize, others, 1, true);
  }

  /** Returns the number of classes woven so far. */
  int classes() {
    return classes.count();
  }

  /** Returns the number of sites so far. */
  int sites() {
    return plan.sites().size();
  }

  /**
   * Creates a recording of the times of calls that the calling thread makes, in classes woven by
   * {@link #ofCalls(Instrumentation, ClassOrigins)}.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   */
  public CallTimes time(Number counter) throws ReflectiveOperationException, IOException {
    return new CallTimes(plan.sites(), counter);
  }

  /** Returns the names of the classes and methods that could not be woven, sorted. */
  public Set<String> skipped() {
    return plan.skipped();
  }

  /** Restores the classes. */
  @Override
  public void close() {
    classes.close();
  }
}
