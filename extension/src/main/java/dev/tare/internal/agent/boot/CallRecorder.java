package dev.tare.internal.agent.boot;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of woven code, with the bytes that threads allocate in them and the time that
 * they take: of chosen threads, or of every thread.
 *
 * <p>On the thread that creates it, and on chosen threads, a recorder allocates nothing between
 * {@link #run()} and {@link #close()} unless there are very many paths of calls: it creates the
 * trees of threads that start in between beforehand, and hooks on threads that are not recorded
 * return at once. A recorder of every thread creates a tree at the first hook of a thread. What
 * that allocates, and what larger trees do, is counted separately.
 */
public final class CallRecorder implements Runnable, AutoCloseable {

  // Only types of java.base, because this class is copied there: Runnable starts it, AutoCloseable
  // stops it, Number reads the counter, LongSupplier the clock, and ToLongFunction computes
  // the size of an object. Calls by reflection would allocate.

  /**
   * A woven method begins; the site is that of the method, whose calls then count, or 0. What the
   * thread has done since the last hook belongs to the call that led here.
   */
  public static final int ENTER = 0;

  /** A woven method ends, by a return or by an exception. */
  public static final int LEAVE = 1;

  /**
   * Control arrives without a hook, as in an exception handler. Bytes since the last hook belong to
   * the call that the thread is or was in.
   */
  public static final int REACHED = 2;

  /** The call at the site begins. */
  public static final int CALLING = 3;

  /**
   * The call at the site has returned. An object that it has returned is new if the thread has
   * allocated since the last hook.
   */
  public static final int RETURNED = 4;

  /**
   * The instruction at the site has created an object, which counts even if the JIT compiler has
   * removed the allocation.
   */
  public static final int CREATED = 5;

  /** The site has created an array of arrays. */
  public static final int CREATED_ARRAYS = 6;

  static final int PAUSE = 7;
  static final int RESUME = 8;
  static final int END = 9;

  /** Nodes and frames of the thread that creates the recorder, and those of other threads. */
  private static final int OWN_NODES = 1 << 14;

  private static final int OWN_DEPTH = 8192;
  private static final int OTHERS_NODES = 1 << 8;
  private static final int OTHERS_DEPTH = 512;

  /** Maximum distance of a thread's calls from the index that its hash gives. */
  private static final int MAX_DISTANCE = 64;

  /** Maximum wait for a running hook, whose thread may be suspended. */
  private static final long MAX_WAIT_NANOS = 1_000_000_000;

  private static volatile @Nullable CallRecorder active;
  private static boolean reserved;
  private static int nextSite = 1;

  private final @Nullable Number counter;
  private final @Nullable LongSupplier clock;
  private final ToLongFunction<Object> sizes;
  private final long leastSize;
  private final boolean everyThread;
  private final ThreadCalls own;
  private final @Nullable ThreadCalls[] others;
  private final ThreadCalls[] assigned;
  private volatile int assignedOthers;
  private volatile boolean full;
  private volatile boolean missed;

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far;
   *     negative if unknown; null to leave bytes out
   * @param clock returns the nanoseconds; null to leave times out
   * @param sizes computes the size of an object in bytes
   * @param leastSize the size of the smallest object to count, in bytes
   * @param maxOthers the maximum number of other recorded threads, each from its first hook on
   * @param everyThread whether to record every thread
   */
  public CallRecorder(
      @Nullable Number counter,
      @Nullable LongSupplier clock,
      ToLongFunction<Object> sizes,
      long leastSize,
      int maxOthers,
      boolean everyThread) {
    this.counter = counter;
    this.clock = clock;
    this.sizes = sizes;
    this.leastSize = leastSize;
    this.everyThread = everyThread;
    this.own = new ThreadCalls(this, OWN_NODES, OWN_DEPTH);
    this.others = new ThreadCalls[maxOthers];
    this.assigned = new ThreadCalls[maxOthers];
    for (int i = 0; i < maxOthers && !everyThread; i++) {
      this.others[i] = new ThreadCalls(this, OTHERS_NODES, OTHERS_DEPTH);
    }
    boolean unused = own.assign(Thread.currentThread(), ThreadCalls.UNKNOWN);
  }

  /**
   * Reserves the recorder for one recording of every thread.
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
   * Starts; on the thread that created this recorder, the recording begins now.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    activate(this);
    if (own.isOf(Thread.currentThread())) {
      own.restart();
    }
  }

  /** Stops; what the calling thread has allocated since its last hook belongs to no site. */
  @Override
  public void close() {
    if (own.isOf(Thread.currentThread())) {
      own.runHook(END, 0, null);
    }
    deactivate(this);
    // wait for running hooks, so that no thread records bytes that the caller's counter does not
    // include
    long end = System.nanoTime() + MAX_WAIT_NANOS;
    awaitHook(own, end);
    for (int i = 0; i < assignedOthers; i++) {
      awaitHook(assigned[i], end);
    }
  }

  private static void awaitHook(ThreadCalls calls, long end) {
    while (calls.isBusy() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static synchronized void activate(CallRecorder recorder) {
    if (active != null) {
      throw new IllegalStateException(active.getClass().getName());
    }
    active = recorder;
  }

  private static synchronized void deactivate(CallRecorder recorder) {
    if (active == recorder) {
      active = null;
    }
  }

  boolean isActive() {
    return active == this;
  }

  boolean isTimed() {
    return clock != null;
  }

  /** Returns whether objects count whose allocation the JIT compiler has removed. */
  boolean countsRemovedObjects() {
    return !everyThread;
  }

  /** Returns the calling thread's bytes; negative if unknown, or 0 if times are recorded then. */
  long bytes() {
    long bytes = counter == null ? 0 : counter.longValue();
    return isTimed() ? Math.max(0, bytes) : bytes;
  }

  long nanos() {
    return clock == null ? 0 : clock.getAsLong();
  }

  long size(Object object) {
    return sizes.applyAsLong(object);
  }

  long leastSize() {
    return leastSize;
  }

  /**
   * Returns the calls of each recorded thread, those of the thread that created this first, see
   * {@link ThreadCalls#totals()}.
   */
  public Object[][] totals() {
    Object[][] totals = new Object[1 + assignedOthers][];
    totals[0] = own.totals();
    for (int i = 1; i < totals.length; i++) {
      totals[i] = assigned[i - 1].totals();
    }
    return totals;
  }

  /**
   * Returns whether hooks on a thread recorded nothing, because the JVM does not count its bytes or
   * too many threads ran.
   */
  public boolean missed() {
    return missed;
  }

  /**
   * Called when the calling thread begins work that is not the application's. A thread that has run
   * no woven code is not recorded for it.
   */
  public static void pause() {
    hook(PAUSE, 0);
  }

  /** Called when the calling thread continues with the application's code. */
  public static void resume() {
    hook(RESUME, 0);
  }

  /** Called by woven code, with one of the constants of this class. */
  public static void hook(int kind, int site) {
    ThreadCalls calls = calls(kind != PAUSE && kind != RESUME);
    if (calls != null) {
      calls.runHook(kind, site, null);
    }
  }

  /** Called by woven code with an object that the site has created or returned. */
  public static void hook(@Nullable Object object, int kind, int site) {
    ThreadCalls calls = calls(true);
    if (calls != null) {
      calls.escape(object);
      calls.runHook(kind, site, object == null ? null : object.getClass());
    }
  }

  /**
   * Returns the calls of the calling thread; null if it is not recorded.
   *
   * @param begins whether it is recorded from now on if it is not yet
   */
  private static @Nullable ThreadCalls calls(boolean begins) {
    CallRecorder recorder = active;
    if (recorder == null) {
      return null;
    }
    Thread current = Thread.currentThread();
    if (recorder.own.isOf(current)) {
      return recorder.own;
    }
    return recorder.others.length == 0 ? null : recorder.otherCalls(current, begins);
  }

  private @Nullable ThreadCalls otherCalls(Thread current, boolean begins) {
    int hash = System.identityHashCode(current);
    for (int i = 0; i < distance(); i++) {
      ThreadCalls calls = others[index(hash, i)];
      if (calls == null) {
        break;
      }
      if (calls.isOf(current)) {
        return calls;
      }
    }
    return begins ? newCalls(current, hash) : null;
  }

  private int distance() {
    return Math.min(MAX_DISTANCE, others.length);
  }

  private int index(int hash, int distance) {
    return (hash % others.length + distance) % others.length;
  }

  private @Nullable ThreadCalls newCalls(Thread current, int hash) {
    // else nothing is read before the thread has its calls, since the counter may be woven
    boolean isUnwoven = everyThread && !isTimed();
    long first = isUnwoven ? bytes() : ThreadCalls.UNKNOWN;
    // after one of all threads was not recorded, no later one is
    boolean isRecorded = !full && (!isUnwoven || first >= 0);
    ThreadCalls calls = isRecorded ? claim(current, first, hash) : null;
    if (calls == null) {
      missed = true;
    }
    return calls;
  }

  private synchronized @Nullable ThreadCalls claim(Thread current, long first, int hash) {
    for (int i = 0; i < distance(); i++) {
      int index = index(hash, i);
      ThreadCalls calls = others[index];
      if (calls == null) {
        calls = new ThreadCalls(this, OTHERS_NODES, OTHERS_DEPTH);
        others[index] = calls;
      }
      if (calls.isFree()) {
        if (!calls.assign(current, first)) {
          return null; // free again
        }
        assigned[assignedOthers] = calls;
        assignedOthers++;
        return calls;
      }
    }
    full = everyThread;
    return null;
  }
}
