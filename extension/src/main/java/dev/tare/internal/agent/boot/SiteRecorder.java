package dev.tare.internal.agent.boot;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that chosen threads allocate in woven code, by allocation site.
 *
 * <p>Nothing is allocated between {@link #run()} and {@link #close()}, so the trackers of threads
 * that start in between are created before. Hooks on threads that are not recorded return at once.
 */
public final class SiteRecorder implements Runnable, AutoCloseable {

  // The types are those of java.base because a copy of this package lies there: Runnable starts it,
  // AutoCloseable stops it, Number reads the counter and ToLongFunction computes the size of an
  // object, without reflection, which would allocate.

  private static final int DEEPEST = 8192;

  /** Factor by which the trackers of other threads are smaller than the caller's. */
  private static final int OTHERS_DIVISOR = 16;

  private static final long MAX_SPINS = 10_000_000;

  private static volatile @Nullable SiteRecorder active;

  private final SiteTracker own;
  private final SiteTracker[] others;
  private final Thread[] known;
  private final long[] baselines;
  private volatile int used;

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @param sizes computes the size of an object in bytes
   * @param sums the maximum number of sums of the calling thread; a power of two
   * @param others the maximum number of other recorded threads, each with fewer sums
   * @param known threads that are alive already
   * @param baselines the bytes that these have allocated so far; negative for a thread that is not
   *     recorded
   */
  public SiteRecorder(
      Number counter,
      ToLongFunction<Object> sizes,
      int sums,
      int others,
      Thread[] known,
      long[] baselines) {
    this.own = new SiteTracker(this, counter, sizes, sums, DEEPEST);
    this.others = new SiteTracker[others];
    for (int i = 0; i < others; i++) {
      this.others[i] =
          new SiteTracker(
              this, counter, sizes, Math.max(1, sums / OTHERS_DIVISOR), DEEPEST / OTHERS_DIVISOR);
    }
    this.known = known;
    this.baselines = baselines;
    own.assign(Thread.currentThread(), counter.longValue());
  }

  /**
   * Starts; must be called on the thread that created this recorder.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    activate(this);
    own.restart();
  }

  /** Stops; bytes since the last hook go to site 0. */
  @Override
  public void close() {
    own.step(SiteTracker.END, 0, 0, null);
    deactivate(this);
    // waits for running hooks, so that no thread counts more than the caller's counter will include
    for (int i = 0; i < used; i++) {
      for (long wait = 0; others[i].isBusy() && wait < MAX_SPINS; wait++) {
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

  /** Returns one array for each recorded thread, the calling thread first. */
  public Object[][] found() {
    Object[][] found = new Object[1 + used][];
    found[0] = own.found();
    for (int i = 1; i < found.length; i++) {
      found[i] = others[i - 1].found();
    }
    return found;
  }

  /**
   * Called when a woven method of the application begins. Bytes since the last hook belong to the
   * call that led here.
   */
  public static void enter() {
    step(SiteTracker.ENTER, 0, 0, null);
  }

  /** Called when a woven method of a library begins. */
  public static void enterLibrary() {
    step(SiteTracker.ENTER_LIBRARY, 0, 0, null);
  }

  /** Called when a woven method ends, by a return or by an exception. */
  public static void leave() {
    step(SiteTracker.LEAVE, 0, 0, null);
  }

  /**
   * Called where control arrives without a hook, as in an exception handler. Bytes since the last
   * hook belong to the call that the thread is or was in.
   */
  public static void reached() {
    step(SiteTracker.REACHED, 0, 0, null);
  }

  /** Called before the call at the site. */
  public static void calling(int site) {
    step(SiteTracker.CALLING, site, 0, null);
  }

  /** Called after the site has allocated, or after the call at the site has returned. */
  public static void mark(int site) {
    step(SiteTracker.MARK, site, 1, null);
  }

  /**
   * Called after the instruction at the site has created an object. The object counts even if the
   * JIT compiler has removed the allocation.
   */
  public static void created(int site) {
    step(SiteTracker.CREATED, site, 1, null);
  }

  /**
   * Called after the call at the site has returned an object, which is new if the thread has
   * allocated.
   */
  public static void made(@Nullable Object object, int site) {
    SiteTracker tracker = tracker();
    if (tracker != null) {
      tracker.escape(object);
      tracker.step(SiteTracker.MARK, site, 1, object == null ? null : object.getClass());
    }
  }

  /**
   * Called after the site has created an array of arrays.
   *
   * @param levels unused here, because the sums are kept by class
   */
  public static void arrays(@Nullable Object array, int site, int levels) {
    SiteTracker tracker = tracker();
    if (tracker != null) {
      tracker.escape(array);
      tracker.step(SiteTracker.ARRAYS, site, 1, null);
    }
  }

  private static void step(int hook, int site, long count, @Nullable Class<?> type) {
    SiteTracker tracker = tracker();
    if (tracker != null) {
      tracker.step(hook, site, count, type);
    }
  }

  /** Returns the tracker of the calling thread; null if it is not recorded. */
  private static @Nullable SiteTracker tracker() {
    SiteRecorder recorder = active;
    if (recorder == null) {
      return null;
    }
    Thread current = Thread.currentThread();
    if (recorder.own.isOf(current)) {
      return recorder.own;
    }
    return recorder.others.length == 0 ? null : recorder.other(current);
  }

  private @Nullable SiteTracker other(Thread current) {
    int ready = used;
    for (int i = 0; i < ready; i++) {
      if (others[i].isOf(current)) {
        return others[i];
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
    for (int i = 0; i < known.length; i++) {
      if (known[i] == current) {
        return baselines[i];
      }
    }
    return 0;
  }

  private synchronized @Nullable SiteTracker claim(Thread current, long baseline) {
    for (int i = 0; i < others.length; i++) {
      if (others[i].isFree()) {
        others[i].assign(current, baseline);
        used = Math.max(used, i + 1);
        return others[i];
      }
    }
    return null;
  }
}
