package dev.tare.internal.agent.boot;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What woven code calls: adds what threads allocate to the places where they did.
 *
 * <p>Nothing is allocated between {@link #run()} and {@link #close()}, so the tracks of threads
 * that come meanwhile are ready before. Threads that are not recorded return at once.
 */
public final class SiteRecorder implements Runnable, AutoCloseable {

  // The types are those of java.base because a copy of this package lies there: Runnable starts it,
  // AutoCloseable stops it, Number reads the counter and ToLongFunction computes the size of an
  // object, with no reflection that would allocate.

  private static final int DEEPEST = 8192;

  /** How much less there is room for on a thread that is not the caller's. */
  private static final int OTHERS = 16;

  private static final long PATIENCE = 10_000_000;

  private static volatile @Nullable SiteRecorder active;

  private final SiteTracker own;
  private final SiteTracker[] others;
  private final Thread[] known;
  private final long[] baselines;
  private volatile int used;

  /**
   * @param counter answers as a long what the calling thread has allocated so far
   * @param sizes the size of an object in bytes
   * @param sums how many different sums the calling thread can have; a power of two
   * @param others how many other threads can be recorded, each with fewer sums
   * @param known threads that are there already
   * @param baselines what those have allocated so far; negative for one that is not recorded
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
          new SiteTracker(this, counter, sizes, Math.max(1, sums / OTHERS), DEEPEST / OTHERS);
    }
    this.known = known;
    this.baselines = baselines;
    own.assign(Thread.currentThread(), counter.longValue());
  }

  /**
   * Starts; called on the thread that made this.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    activate(this);
    own.restart();
  }

  /** Stops; what was not added yet goes to site 0. */
  @Override
  public void close() {
    own.step(SiteTracker.END, 0, 0, null);
    deactivate(this);
    // no thread is counted beyond what the caller's counter has seen
    for (int i = 0; i < used; i++) {
      for (long wait = 0; others[i].isBusy() && wait < PATIENCE; wait++) {
        Thread.onSpinWait();
      }
    }
  }

  private static synchronized void activate(SiteRecorder recorder) {
    if (active != null) {
      throw new IllegalStateException("another recorder is active");
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

  /** One array for each thread that was recorded, that of the calling thread first. */
  public Object[][] found() {
    Object[][] found = new Object[1 + used][];
    found[0] = own.found();
    for (int i = 1; i < found.length; i++) {
      found[i] = others[i - 1].found();
    }
    return found;
  }

  /** A woven method of the application begins: what came before belongs to the call to it. */
  public static void enter() {
    step(SiteTracker.ENTER, 0, 0, null);
  }

  /** A woven method of a library begins. */
  public static void enterLibrary() {
    step(SiteTracker.ENTER_LIBRARY, 0, 0, null);
  }

  /** A woven method ends, by a return or by an exception. */
  public static void leave() {
    step(SiteTracker.LEAVE, 0, 0, null);
  }

  /** What came before belongs to the call that the thread is in, or was in when it threw. */
  public static void reached() {
    step(SiteTracker.REACHED, 0, 0, null);
  }

  /** A woven method is about to make the call at the site. */
  public static void calling(int site) {
    step(SiteTracker.CALLING, site, 0, null);
  }

  /** The site has allocated, or the call at the site has returned. */
  public static void mark(int site) {
    step(SiteTracker.MARK, site, 1, null);
  }

  /**
   * The instruction at the site has created an object. It counts even if the JIT compiler has
   * removed the allocation.
   */
  public static void created(int site) {
    step(SiteTracker.CREATED, site, 1, null);
  }

  /** The call at the site has returned an object, which is new if the thread has allocated. */
  public static void made(@Nullable Object object, int site) {
    SiteTracker track = track();
    if (track != null) {
      track.escape(object);
      track.step(SiteTracker.MARK, site, 1, object == null ? null : object.getClass());
    }
  }

  /**
   * The site has created an array of arrays, with all of its inner arrays.
   *
   * @param levels not needed here, where sums have a class
   */
  public static void arrays(@Nullable Object array, int site, int levels) {
    SiteTracker track = track();
    if (track != null) {
      track.escape(array);
      track.step(SiteTracker.ARRAYS, site, 1, null);
    }
  }

  private static void step(int hook, int site, long count, @Nullable Class<?> type) {
    SiteTracker track = track();
    if (track != null) {
      track.step(hook, site, count, type);
    }
  }

  /** That of the calling thread. */
  private static @Nullable SiteTracker track() {
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

  /** What the thread had allocated at the start; a thread that was started since, nothing. */
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
