package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selected classes with hooks, until this is closed, and the recordings that the hooks fill. In a
 * JVM, only one session can be open for tests, and one for all threads.
 */
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
   * Weaves the selected classes for recording allocation.
   *
   * @throws IllegalStateException if another session is open
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static WeavingSession open(Instrumentation instrumentation, ClassSelection selection)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, selection, RecorderClass.TESTS, true)
        .orElseThrow(IllegalStateException::new);
  }

  /**
   * Weaves the classes of the given origins for timing calls.
   *
   * @throws IllegalStateException if another session is open
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static WeavingSession ofCalls(Instrumentation instrumentation, ClassOrigins origins)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, origins, RecorderClass.TESTS, false)
        .orElseThrow(IllegalStateException::new);
  }

  /**
   * Weaves the selected classes for recording all threads; beside a session for a test.
   *
   * @param lines whether lines and the objects that they create are recorded, or methods only
   * @return empty if another session for all threads is open
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static Optional<WeavingSession> ofAllThreads(
      Instrumentation instrumentation, NamePatterns patterns, boolean lines)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, patterns, RecorderClass.ALL_THREADS, lines);
  }

  private static Optional<WeavingSession> open(
      Instrumentation instrumentation,
      ClassSelection selection,
      RecorderClass recorder,
      boolean lines)
      throws ReflectiveOperationException, IOException {
    int firstSite = (int) recorder.copy().getMethod("reserve").invoke(null);
    if (firstSite < 0) {
      return Optional.empty();
    }
    SitePlan plan = new SitePlan(selection, recorder, lines, firstSite);
    try {
      return Optional.of(new WeavingSession(instrumentation, plan));
    } catch (ReflectiveOperationException | IOException | RuntimeException | Error e) {
      release(plan);
      throw e;
    }
  }

  private static void release(SitePlan plan) {
    try {
      plan.recorder().copy().getMethod("release", int.class).invoke(null, plan.sites());
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
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
   * Creates a recording of the bytes that the calling thread and others allocate.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @param leastSize the size of the smallest object to count, in bytes
   */
  public CallTreeRecording record(Number counter, OtherThreads others, long leastSize)
      throws ReflectiveOperationException, IOException {
    return new CallTreeRecording(
        plan, counter, null, instrumentation::getObjectSize, others, leastSize);
  }

  /**
   * Creates a recording of the times of the calls that the calling thread and others make.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far; null
   *     to leave bytes out
   */
  public CallTimes time(@Nullable Number counter) throws ReflectiveOperationException, IOException {
    return new CallTimes(
        new CallTreeRecording(
            plan,
            counter,
            System::nanoTime,
            instrumentation::getObjectSize,
            OtherThreads.every(),
            1));
  }

  /** Returns the number of classes woven so far. */
  public int classes() {
    return classes.count();
  }

  /** Returns the names of the classes and methods that could not be woven, sorted. */
  public Set<String> skipped() {
    return plan.skipped();
  }

  /** Restores the classes. */
  @Override
  public void close() {
    try {
      classes.close();
    } finally {
      release(plan);
    }
  }
}
