package dev.tare.internal.agent.boot;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that chosen threads allocate in woven code, by allocation site.
 *
 * <p>The recorder allocates nothing between {@link #run()} and {@link #close()}: it creates the
 * trackers of threads that start in between beforehand. Hooks on threads that are not recorded
 * return at once.
 */
public final class SiteRecorder implements Runnable, AutoCloseable {

  // Only types of java.base, because this class is copied there: Runnable starts it, AutoCloseable
  // stops it, Number reads the counter, and ToLongFunction computes the size of an object. Calls by
  // reflection would allocate.

  private static final int MAX_DEPTH = 8192;

  /** Factor by which the trackers of other threads are smaller than the caller's. */
  private static final int OTHERS_DIVISOR = 16;

  private static final long MAX_SPINS = 10_000_000;

  private static volatile @Nullable SiteRecorder active;

  private final SiteTracker ownTracker;
  private final SiteTracker[] otherTrackers;
  private final Thread[] knownThreads;
  private final long[] baselines;
  private volatile int assignedTrackers; // those with smaller indices have had a thread

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @param sizes computes the size of an object in bytes
   * @param maxSums the maximum number of sums of the calling thread; a power of two
   * @param maxOthers the maximum number of other recorded threads, each with fewer sums
   * @param knownThreads threads that are alive already
   * @param baselines the bytes that these have allocated so far; negative for a thread that is not
   *     recorded
   * @param leastSize the size of the smallest object to count, in bytes
   */
  public SiteRecorder(
      Number counter,
      ToLongFunction<Object> sizes,
      int maxSums,
      int maxOthers,
      Thread[] knownThreads,
      long[] baselines,
      long leastSize) {
    this.ownTracker = new SiteTracker(this, counter, sizes, maxSums, MAX_DEPTH, leastSize);
    this.otherTrackers = new SiteTracker[maxOthers];
    for (int i = 0; i < maxOthers; i++) {
      this.otherTrackers[i] =
          new SiteTracker(
              this,
              counter,
              sizes,
              Math.max(1, maxSums / OTHERS_DIVISOR),
              MAX_DEPTH / OTHERS_DIVISOR,
              leastSize);
    }
    this.knownThreads = knownThreads;
    this.baselines = baselines;
    ownTracker.assign(Thread.currentThread(), counter.longValue());
  }

  /**
   * Starts; must be called on the thread that created this recorder.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    activate(this);
    ownTracker.restart();
  }

  /** Stops; bytes since the last hook go to site 0. */
  @Override
  public void close() {
    ownTracker.runHook(SiteTracker.END, 0, 0, null);
    deactivate(this);
    // wait for running hooks, so that no thread records bytes that the caller's counter does not
    // include
    for (int i = 0; i < assignedTrackers; i++) {
      for (long spins = 0; otherTrackers[i].isBusy() && spins < MAX_SPINS; spins++) {
        Thread.onSpinWait();
      }
    }
  }

  private static synchronized void activate(SiteRecorder recorder) {
    if (active != null) {
      throw new IllegalStateException(active.getClass().getName());
    }
    active = recorder;
  }

  private static synchronized void deactivate(SiteRecorder recorder) {
    if (active == recorder) {
      active = null;
    }
  }

  boolean isActive() {
    return active == this;
  }

  /** Returns the sums of each recorded thread, the calling thread first. */
  public Object[][] totals() {
    Object[][] totals = new Object[1 + assignedTrackers][];
    totals[0] = ownTracker.totals();
    for (int i = 1; i < totals.length; i++) {
      totals[i] = otherTrackers[i - 1].totals();
    }
    return totals;
  }

  /**
   * Called when a woven method of the application begins. Bytes since the last hook belong to the
   * call that led here.
   */
  public static void enter() {
    runHook(SiteTracker.ENTER, 0, 0, null);
  }

  /** Called when a woven method of a library begins. */
  public static void enterLibrary() {
    runHook(SiteTracker.ENTER_LIBRARY, 0, 0, null);
  }

  /** Called when a woven method ends, by a return or by an exception. */
  public static void leave() {
    runHook(SiteTracker.LEAVE, 0, 0, null);
  }

  /**
   * Called where control arrives without a hook, as in an exception handler. Bytes since the last
   * hook belong to the call that the thread is or was in.
   */
  public static void reached() {
    runHook(SiteTracker.REACHED, 0, 0, null);
  }

  /** Called before the call at the site. */
  public static void calling(int site) {
    runHook(SiteTracker.CALLING, site, 0, null);
  }

  /** Called after the call at the site has returned. */
  public static void returned(int site) {
    runHook(SiteTracker.RETURNED, site, 1, null);
  }

  /**
   * Called after the instruction at the site has created an object. The object counts even if the
   * JIT compiler has removed the allocation.
   */
  public static void created(int site) {
    runHook(SiteTracker.CREATED, site, 1, null);
  }

  /**
   * Called after the call at the site has returned an object. The object is new if the thread has
   * allocated since the last hook.
   */
  public static void returnedObject(@Nullable Object object, int site) {
    SiteTracker tracker = tracker();
    if (tracker != null) {
      tracker.escape(object);
      tracker.runHook(SiteTracker.RETURNED, site, 1, object == null ? null : object.getClass());
    }
  }

  /**
   * Called after the site has created an array of arrays.
   *
   * @param levels unused here, because the sums are kept by class
   */
  public static void createdArrays(@Nullable Object array, int site, int levels) {
    SiteTracker tracker = tracker();
    if (tracker != null) {
      tracker.escape(array);
      tracker.runHook(SiteTracker.CREATED_ARRAYS, site, 1, null);
    }
  }

  private static void runHook(int hook, int site, long count, @Nullable Class<?> type) {
    SiteTracker tracker = tracker();
    if (tracker != null) {
      tracker.runHook(hook, site, count, type);
    }
  }

  /** Returns the tracker of the calling thread; null if it is not recorded. */
  private static @Nullable SiteTracker tracker() {
    SiteRecorder recorder = active;
    if (recorder == null) {
      return null;
    }
    Thread current = Thread.currentThread();
    if (recorder.ownTracker.isOf(current)) {
      return recorder.ownTracker;
    }
    return recorder.otherTrackers.length == 0 ? null : recorder.otherTracker(current);
  }

  private @Nullable SiteTracker otherTracker(Thread current) {
    int ready = assignedTrackers;
    for (int i = 0; i < ready; i++) {
      if (otherTrackers[i].isOf(current)) {
        return otherTrackers[i];
      }
    }
    long baseline = baseline(current);
    return baseline < 0 ? null : claim(current, baseline);
  }

  /**
   * Returns the bytes that the thread had allocated at the start; 0 for a thread that started
   * later.
   */
  private long baseline(Thread current) {
    for (int i = 0; i < knownThreads.length; i++) {
      if (knownThreads[i] == current) {
        return baselines[i];
      }
    }
    return 0;
  }

  private synchronized @Nullable SiteTracker claim(Thread current, long baseline) {
    for (int i = 0; i < otherTrackers.length; i++) {
      if (otherTrackers[i].isFree()) {
        otherTrackers[i].assign(current, baseline);
        assignedTrackers = Math.max(assignedTrackers, i + 1);
        return otherTrackers[i];
      }
    }
    return null;
  }
}
