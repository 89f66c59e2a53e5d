package dev.tare.internal.agent.boot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that all threads of a JVM allocate in woven code, by allocation site.
 *
 * <p>As in {@link SiteRecorder}, each hook adds the growth of the thread's counter since its
 * previous hook, but only while the thread is in woven code: from the entry of the outermost woven
 * method to its exit. Allocation outside of woven code belongs to no site. A thread that is already
 * in woven code at the start is recorded from its next hook on.
 *
 * <p>Each thread has a slot, found by the thread's identity; the slot of an ended thread is reused.
 * Creating a slot allocates on its thread. These bytes are counted separately, as are the bytes
 * that a transformer allocates between {@link #pause()} and {@link #resume()}.
 */
public final class AllThreadsRecorder implements Runnable, AutoCloseable {

  // Only types of java.base, because this class is copied into java.lang.

  /** Index in {@code unattributed} of the bytes that the recording itself allocated. */
  public static final int OWN_BYTES = 0;

  /**
   * Index in {@code unattributed} of the number of hooks run by threads whose bytes the JVM does
   * not count.
   */
  public static final int UNCOUNTED_HOOKS = 1;

  /** Index in {@code unattributed} of the number of hooks run by threads without a slot. */
  public static final int HOOKS_WITHOUT_SLOT = 2;

  private static final int ENTER = 0;
  private static final int LEAVE = 1;
  private static final int REACHED = 2;
  private static final int CALLING = 3;
  private static final int RETURNED = 4;
  private static final int PAUSE = 5;
  private static final int RESUME = 6;
  private static final int CREATED_ARRAYS = 7;

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private static volatile @Nullable AllThreadsRecorder active;
  private static boolean reserved;
  private static int nextSite = 1;

  private final Number counter;
  private final ToLongFunction<Object> sizes;
  private final int firstSite;
  private final long[] bytes;
  private final long[] counts;
  private final long[] unattributed;
  private final ThreadSlots slots = new ThreadSlots();

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far;
   *     negative if unknown
   * @param sizes computes the size of an object in bytes
   * @param firstSite the number of the first site; smaller numbers belong to an earlier recording,
   *     in methods that still run
   * @param bytes receives the bytes of each site; the first element receives the bytes of no site
   * @param counts receives the number of allocations of each site
   * @param unattributed receives the amounts that belong to no site
   */
  public AllThreadsRecorder(
      Number counter,
      ToLongFunction<Object> sizes,
      int firstSite,
      long[] bytes,
      long[] counts,
      long[] unattributed) {
    this.counter = counter;
    this.sizes = sizes;
    this.firstSite = firstSite;
    this.bytes = bytes;
    this.counts = counts;
    this.unattributed = unattributed;
  }

  /**
   * Reserves the recorder for one recording.
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
   * @param sites how many site numbers the ended recording reserved; later recordings use larger
   *     ones
   */
  public static synchronized void release(int sites) {
    nextSite += sites;
    reserved = false;
  }

  /** Starts recording. */
  @Override
  public void run() {
    // links code that would otherwise allocate on the first recorded thread
    addAtomically(bytes, 0, 0);
    long unused = sizes.applyAsLong(bytes);
    active = this;
  }

  /** Stops recording. */
  @Override
  public void close() {
    active = null;
  }

  /**
   * Called when a woven method begins. Bytes since the last hook belong to the call that led here.
   */
  public static void enter() {
    runHook(ENTER, 0);
  }

  /** Called when a woven method of a library begins; recorded like {@link #enter()}. */
  public static void enterLibrary() {
    runHook(ENTER, 0);
  }

  /** Called when a woven method ends, by a return or by an exception. */
  public static void leave() {
    runHook(LEAVE, 0);
  }

  /**
   * Called where control arrives without a hook, as in an exception handler. Bytes since the last
   * hook belong to the call that the thread is or was in.
   */
  public static void reached() {
    runHook(REACHED, 0);
  }

  /** Called before the call at the site. */
  public static void calling(int site) {
    runHook(CALLING, site);
  }

  /** Called after the call at the site has returned. */
  public static void returned(int site) {
    runHook(RETURNED, site);
  }

  /** Called after the instruction at the site has created an object. */
  public static void created(int site) {
    runHook(RETURNED, site);
  }

  /** Called after the call at the site has returned an object. */
  public static void returnedObject(@Nullable Object object, int site) {
    runHook(RETURNED, site);
  }

  /**
   * Called after the site has created an array of arrays.
   *
   * @param levels the number of array types that have a site of their own, from this site on;
   *     arrays nested more deeply belong to the last of them
   */
  public static void createdArrays(@Nullable Object array, int site, int levels) {
    runHook(CREATED_ARRAYS, site, array, levels);
  }

  /** Called when the calling thread begins work that is not the application's. */
  public static void pause() {
    runHook(PAUSE, 0);
  }

  /** Called when the calling thread continues with the application's code. */
  public static void resume() {
    runHook(RESUME, 0);
  }

  /** Runs one hook. It never throws, because the surrounding code expects no exception here. */
  private static void runHook(int hook, int site) {
    runHook(hook, site, null, 1);
  }

  private static void runHook(int hook, int site, @Nullable Object array, int levels) {
    AllThreadsRecorder recorder = active;
    if (recorder == null) {
      return;
    }
    int slot = -1;
    try {
      slot = recorder.slot();
      if (slot >= 0) {
        recorder.dispatch(hook, slot, site, array, levels);
      }
    } catch (Throwable thrown) {
      // most likely a stack overflow; the lost bytes are reported as outside of woven code
      if (slot >= 0) {
        recorder.slots.clear(slot);
      }
    }
  }

  private void dispatch(int hook, int slot, int site, @Nullable Object array, int levels) {
    switch (hook) {
      case ENTER -> {
        add(slot, slots.call(slot));
        if (slots.push(slot)) {
          addOwnBytes(slot);
        }
      }
      case LEAVE -> {
        add(slot, slots.call(slot));
        slots.pop(slot);
      }
      case CALLING -> {
        if (!slots.isInside(slot)) {
          add(slot, 0);
        }
        slots.setCall(slot, site);
      }
      case RETURNED -> add(slot, site);
      case CREATED_ARRAYS -> addArrays(slot, site, array, levels);
      case RESUME -> addOwnBytes(slot);
      default -> {
        // REACHED enters woven code; PAUSE does not
        boolean inside = slots.isInside(slot) || hook == REACHED;
        add(slot, slots.call(slot));
        slots.setInside(slot, inside);
      }
    }
  }

  /**
   * Adds the bytes that the slot's thread has allocated since its last hook, if it was in woven
   * code.
   */
  private void add(int slot, int site) {
    long growth = slots.advance(slot, readCounter(slot));
    if (growth != 0 && slots.isInside(slot)) {
      add(site, growth, 1);
    }
    slots.setInside(slot, true);
  }

  private void add(int site, long growth, long count) {
    int index = site - firstSite + 1;
    int element = index > 0 && index < bytes.length ? index : 0;
    addAtomically(bytes, element, growth);
    addAtomically(counts, element, count);
  }

  /** Adds an array of arrays, level by level. All arrays of a level have the same length. */
  private void addArrays(int slot, int site, @Nullable Object array, int levels) {
    boolean inside = slots.isInside(slot);
    long outermost = slots.advance(slot, readCounter(slot));
    slots.setInside(slot, true);
    if (!inside || outermost <= 0) {
      return;
    }
    long count = 1;
    int levelSite = site;
    @Nullable Object level = array;
    while (level instanceof Object[] elements && elements.length > 0 && elements[0] != null) {
      count *= elements.length;
      level = elements[0];
      levelSite = Math.min(levelSite + 1, site + levels - 1);
      long inner = count * sizes.applyAsLong(level);
      add(levelSite, inner, count);
      outermost -= inner;
    }
    add(site, outermost, 1);
  }

  private void addOwnBytes(int slot) {
    addAtomically(unattributed, OWN_BYTES, slots.advance(slot, readCounter(slot)));
  }

  private static void addAtomically(long[] array, int element, long amount) {
    long unused = (long) ELEMENT.getAndAdd(array, element, amount);
  }

  private long readCounter(int slot) {
    slots.setReading(slot, true);
    try {
      return counter.longValue();
    } finally {
      slots.setReading(slot, false);
    }
  }

  /**
   * Returns the slot of the calling thread; negative if it has none, or if the thread is reading
   * its counter.
   */
  private int slot() {
    Thread thread = Thread.currentThread();
    int slot = slots.find(thread);
    if (slot < 0) {
      return newSlot(thread);
    }
    return slots.isReading(slot) ? -1 : slot;
  }

  private int newSlot(Thread thread) {
    long before = counter.longValue();
    if (before < 0) {
      addAtomically(unattributed, UNCOUNTED_HOOKS, 1);
      return -1;
    }
    // after one thread has found no slot, no later thread gets one
    int slot = unattributed[HOOKS_WITHOUT_SLOT] == 0 ? slots.assign(thread) : -1;
    if (slot < 0) {
      addAtomically(unattributed, HOOKS_WITHOUT_SLOT, 1);
      return -1;
    }
    long after = counter.longValue();
    addAtomically(unattributed, OWN_BYTES, after - before);
    slots.advance(slot, after);
    return slot;
  }
}
