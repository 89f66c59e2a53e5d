package dev.tare.internal.agent.boot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that threads allocate in woven code, by allocation site: those of chosen
 * threads, or of every thread. With a counter of nanoseconds, it records the own time and the calls
 * of methods instead.
 *
 * <p>A recorder of chosen threads allocates nothing between {@link #run()} and {@link #close()}: it
 * creates the trackers of threads that start in between beforehand, and hooks on threads that are
 * not recorded return at once. A recorder of every thread creates a tracker at the first hook of a
 * thread, and counts separately what that allocates.
 */
public final class SiteRecorder implements Runnable, AutoCloseable {

  // Only types of java.base, because this class is copied there: Runnable starts it, AutoCloseable
  // stops it, Number reads the counter, and ToLongFunction computes the size of an object. Calls by
  // reflection would allocate.

  private static final int MAX_DEPTH = 8192;

  /** Factor by which the trackers of other threads are smaller than the caller's. */
  private static final int OTHERS_DIVISOR = 16;

  /** Maximum distance of a thread's tracker from the index that its hash gives. */
  private static final int MAX_DISTANCE = 64;

  private static final long MAX_SPINS = 10_000_000;

  private static final int UNCOUNTED_HOOKS = 0;
  private static final int HOOKS_WITHOUT_TRACKER = 1;

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private static volatile @Nullable SiteRecorder active;
  private static boolean reserved;
  private static int nextSite = 1;

  private final @Nullable Number counter;
  private final long createdNanos = System.nanoTime();
  private final ToLongFunction<Object> sizes;
  private final int maxSums;
  private final long leastSize;
  private final boolean everyThread;
  private final SiteTracker ownTracker;
  private final @Nullable SiteTracker[] otherTrackers;
  private final SiteTracker[] assigned;
  private final Thread[] knownThreads;
  private final long[] baselines;
  private final long[] missed = new long[HOOKS_WITHOUT_TRACKER + 1];
  private volatile int assignedTrackers;

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far;
   *     negative if unknown; null for a clock
   * @param sizes computes the size of an object in bytes
   * @param maxSums the maximum number of sums of the calling thread; a power of two
   * @param maxOthers the maximum number of other recorded threads, each with fewer sums
   * @param knownThreads threads that are alive already
   * @param baselines the bytes that these have allocated so far; negative for a thread that is not
   *     recorded
   * @param leastSize the size of the smallest object to count, in bytes
   * @param everyThread whether to record every thread, the known ones from their first hook on, and
   *     as many sums of each as there are
   */
  public SiteRecorder(
      @Nullable Number counter,
      ToLongFunction<Object> sizes,
      int maxSums,
      int maxOthers,
      Thread[] knownThreads,
      long[] baselines,
      long leastSize,
      boolean everyThread) {
    this.counter = counter;
    this.sizes = sizes;
    this.maxSums = maxSums;
    this.leastSize = leastSize;
    this.everyThread = everyThread;
    this.ownTracker = tracker(everyThread ? OTHERS_DIVISOR : 1);
    this.otherTrackers = new SiteTracker[maxOthers];
    this.assigned = new SiteTracker[maxOthers];
    for (int i = 0; i < maxOthers && !everyThread; i++) {
      this.otherTrackers[i] = tracker(OTHERS_DIVISOR);
    }
    this.knownThreads = knownThreads;
    this.baselines = baselines;
    if (!everyThread) {
      ownTracker.assign(Thread.currentThread(), now());
    }
  }

  private SiteTracker tracker(int divisor) {
    return new SiteTracker(
        this, sizes, Math.max(1, maxSums / divisor), MAX_DEPTH / divisor, leastSize, everyThread);
  }

  /**
   * Reserves the recorder of every thread for one recording.
   *
   * @return the number of the first site of this recording; negative if another recording is under
   *     way
   */
  public static synchronized int reserve() {
    if (reserved) {
      return -1;
    }
    reserved = true;
    return nextSite;
  }

  /**
   * Ends the reservation.
   *
   * @param sites how many site numbers the ended recording used; later recordings use larger ones,
   *     since methods that still run have hooks with these numbers
   */
  public static synchronized void release(int sites) {
    nextSite += sites;
    reserved = false;
  }

  /**
   * Starts; must be called on the thread that created this recorder, unless it records every
   * thread.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    activate(this);
    if (!everyThread) {
      ownTracker.restart();
    }
  }

  /** Stops; bytes since the last hook of the calling thread go to site 0. */
  @Override
  public void close() {
    if (everyThread) {
      deactivate(this);
      return; // threads without a processor would be waited for, each for one hook
    }
    ownTracker.runHook(SiteTracker.END, 0, 0, null);
    deactivate(this);
    // wait for running hooks, so that no thread records bytes that the caller's counter does not
    // include
    for (int i = 0; i < assignedTrackers; i++) {
      for (long spins = 0; assigned[i].isBusy() && spins < MAX_SPINS; spins++) {
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

  /** Returns the counter of the calling thread, or the time. */
  long now() {
    return counter == null ? System.nanoTime() - createdNanos : counter.longValue();
  }

  /** Returns the sums of each recorded thread, the calling thread first. */
  public Object[][] totals() {
    Object[][] totals = new Object[1 + assignedTrackers][];
    totals[0] = ownTracker.totals();
    for (int i = 1; i < totals.length; i++) {
      totals[i] = assigned[i - 1].totals();
    }
    return totals;
  }

  /**
   * Returns two numbers of hooks that recorded nothing: on threads whose bytes the JVM does not
   * count, and on threads without a tracker, since too many were alive.
   */
  public long[] missed() {
    return missed;
  }

  /**
   * Called when a woven method of the application begins. Bytes since the last hook belong to the
   * call that led here.
   */
  public static void enter() {
    runHook(SiteTracker.ENTER, 0, 0, null);
  }

  /** Called when a woven method begins whose calls are counted and timed. */
  public static void enter(int method) {
    runHook(SiteTracker.ENTER_METHOD, method, 1, null);
  }

  /** Called when a woven method ends whose calls are counted and timed. */
  public static void leave(int method) {
    runHook(SiteTracker.LEAVE_METHOD, method, 0, null);
  }

  /** Called when the calling thread begins work that is not the application's. */
  public static void pause() {
    runHook(SiteTracker.REACHED, 0, 0, null);
  }

  /** Called when the calling thread continues with the application's code. */
  public static void resume() {
    runHook(SiteTracker.RESUME, 0, 0, null);
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
    runHook(SiteTracker.REACHED, 0, 1, null);
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

  /** Called after the site has created an array of arrays. */
  public static void createdArrays(@Nullable Object array, int site) {
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
    int hash = System.identityHashCode(current);
    for (int i = 0; i < distance(); i++) {
      SiteTracker tracker = otherTrackers[index(hash, i)];
      if (tracker == null) {
        break;
      }
      if (tracker.isOf(current)) {
        return tracker;
      }
    }
    return everyThread ? newTracker(current, hash) : chosenTracker(current, hash);
  }

  private int distance() {
    return Math.min(MAX_DISTANCE, otherTrackers.length);
  }

  private int index(int hash, int distance) {
    return (hash % otherTrackers.length + distance) % otherTrackers.length;
  }

  private @Nullable SiteTracker chosenTracker(Thread current, int hash) {
    int known = known(current);
    long baseline = known < 0 ? 0 : baselines[known];
    return baseline < 0 ? null : claim(current, baseline, hash);
  }

  /** Assigns a tracker to a thread, and counts what that allocates as the recording's own bytes. */
  private @Nullable SiteTracker newTracker(Thread current, int hash) {
    long before = now();
    if (before < 0) {
      long unused = (long) ELEMENT.getAndAdd(missed, UNCOUNTED_HOOKS, 1);
      return null;
    }
    // after one thread has found no tracker, no later thread gets one
    SiteTracker tracker =
        missed[HOOKS_WITHOUT_TRACKER] > 0
            ? null
            : claim(current, known(current) < 0 ? 0 : before, hash);
    if (tracker == null) {
      long unused = (long) ELEMENT.getAndAdd(missed, HOOKS_WITHOUT_TRACKER, 1);
    } else {
      tracker.begin(before);
    }
    return tracker;
  }

  /** Returns the index of a thread that was alive at the start; negative for a later one. */
  private int known(Thread current) {
    int index = knownThreads.length - 1;
    while (index >= 0 && knownThreads[index] != current) {
      index--;
    }
    return index;
  }

  private synchronized @Nullable SiteTracker claim(Thread current, long baseline, int hash) {
    for (int i = 0; i < distance(); i++) {
      int index = index(hash, i);
      SiteTracker tracker = otherTrackers[index];
      if (tracker == null) {
        tracker = tracker(OTHERS_DIVISOR);
        otherTrackers[index] = tracker;
      }
      if (tracker.isFree()) {
        boolean isNew = tracker.isNew();
        tracker.assign(current, baseline);
        if (isNew) {
          assigned[assignedTrackers] = tracker;
          assignedTrackers++;
        }
        return tracker;
      }
    }
    return null;
  }
}
