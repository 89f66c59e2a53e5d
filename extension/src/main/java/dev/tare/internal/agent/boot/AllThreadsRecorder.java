package dev.tare.internal.agent.boot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that all threads of a JVM allocate in woven code, by allocation site.
 *
 * <p>Each hook adds the growth of the thread's counter since its previous hook, as in {@link
 * SiteRecorder}, but only from the first woven method that a thread enters to the end of that
 * method. Allocation outside of woven code belongs to no site. A thread that is already in woven
 * code at the start is recorded from its next hook on.
 *
 * <p>Each thread has a slot, found by the thread's identity; the slot of an ended thread is reused.
 * Creating a slot allocates on its thread. These bytes are counted separately, as are the bytes
 * that a transformer allocates between {@link #pause()} and {@link #resume()}.
 */
public final class AllThreadsRecorder implements Runnable, AutoCloseable {

  // Types of java.base only, as a copy of this class lies in java.lang.

  /** Index in {@code aside} of the bytes that the recording itself allocated. */
  public static final int OWN_BYTES = 0;

  /**
   * Index in {@code aside} of the number of hooks run by threads whose bytes the JVM does not
   * count.
   */
  public static final int UNWEIGHED = 1;

  /** Index in {@code aside} of the number of hooks run by threads without a slot. */
  public static final int NO_SLOT = 2;

  private static final int ENTER = 0;
  private static final int LEAVE = 1;
  private static final int REACHED = 2;
  private static final int CALLING = 3;
  private static final int MARK = 4;
  private static final int PAUSE = 5;
  private static final int RESUME = 6;
  private static final int ARRAYS = 7;

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private static volatile @Nullable AllThreadsRecorder active;
  private static boolean reserved;
  private static int nextSite = 1;

  private final Number counter;
  private final ToLongFunction<Object> sizes;
  private final int first;
  private final long[] bytes;
  private final long[] counts;
  private final long[] aside;
  private final ThreadSlots slots = new ThreadSlots();

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far;
   *     negative if unknown
   * @param sizes computes the size of an object in bytes
   * @param first the number of the first site; smaller numbers belong to an earlier recording, in
   *     methods that still run
   * @param bytes receives the bytes of each site; the first element receives the bytes of no site
   * @param counts receives the number of allocations of each site
   * @param aside receives the amounts that belong to no site
   */
  public AllThreadsRecorder(
      Number counter,
      ToLongFunction<Object> sizes,
      int first,
      long[] bytes,
      long[] counts,
      long[] aside) {
    this.counter = counter;
    this.sizes = sizes;
    this.first = first;
    this.bytes = bytes;
    this.counts = counts;
    this.aside = aside;
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

  /** Ends the reservation. Later recordings number their sites behind the given ones. */
  public static synchronized void release(int sites) {
    nextSite += sites;
    reserved = false;
  }

  /** Starts. */
  @Override
  public void run() {
    // links code that would otherwise allocate on the first recorded thread
    plus(bytes, 0, 0);
    long unused = sizes.applyAsLong(bytes);
    active = this;
  }

  /** Stops. */
  @Override
  public void close() {
    active = null;
  }

  /**
   * Called when a woven method begins. Bytes since the last hook belong to the call that led here.
   */
  public static void enter() {
    step(ENTER, 0);
  }

  /** Called when a woven method of a library begins; recorded like {@link #enter()}. */
  public static void enterLibrary() {
    step(ENTER, 0);
  }

  /** Called when a woven method ends, by a return or by an exception. */
  public static void leave() {
    step(LEAVE, 0);
  }

  /**
   * Called where control arrives without a hook, as in an exception handler. Bytes since the last
   * hook belong to the call that the thread is or was in.
   */
  public static void reached() {
    step(REACHED, 0);
  }

  /** Called before the call at the site. */
  public static void calling(int site) {
    step(CALLING, site);
  }

  /** Called after the site has allocated, or after the call at the site has returned. */
  public static void mark(int site) {
    step(MARK, site);
  }

  /** Called after the instruction at the site has created an object. */
  public static void created(int site) {
    step(MARK, site);
  }

  /** Called after the call at the site has returned a new object. */
  public static void made(@Nullable Object object, int site) {
    step(MARK, site);
  }

  /**
   * Called after the site has created an array of arrays.
   *
   * @param levels the number of array types with a site of their own: this site and the following
   *     ones; deeper arrays belong to the last
   */
  public static void arrays(@Nullable Object array, int site, int levels) {
    step(ARRAYS, site, array, levels);
  }

  /** Called when the calling thread begins work that is not the application's. */
  public static void pause() {
    step(PAUSE, 0);
  }

  /** Called when the calling thread continues with the application's code. */
  public static void resume() {
    step(RESUME, 0);
  }

  /** Runs one hook. It never throws, because the surrounding code expects no exception here. */
  private static void step(int hook, int site) {
    step(hook, site, null, 1);
  }

  private static void step(int hook, int site, @Nullable Object array, int levels) {
    AllThreadsRecorder recorder = active;
    if (recorder == null) {
      return;
    }
    int slot = -1;
    try {
      slot = recorder.slot();
      if (slot >= 0) {
        recorder.act(hook, slot, site, array, levels);
      }
    } catch (Throwable thrown) {
      // most likely a stack overflow; the lost bytes are reported as outside of woven code
      if (slot >= 0) {
        recorder.slots.clear(slot);
      }
    }
  }

  private void act(int hook, int slot, int site, @Nullable Object array, int levels) {
    switch (hook) {
      case ENTER -> {
        add(slot, slots.call(slot));
        if (slots.descend(slot)) {
          setAside(slot);
        }
      }
      case LEAVE -> {
        add(slot, slots.call(slot));
        slots.ascend(slot);
      }
      case CALLING -> {
        if (!slots.isInside(slot)) {
          add(slot, 0);
        }
        slots.setCall(slot, site);
      }
      case MARK -> add(slot, site);
      case ARRAYS -> addArrays(slot, site, array, levels);
      case RESUME -> setAside(slot);
      default -> {
        // a pause outside of woven code does not lead into it
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
    long grown = slots.move(slot, read(slot));
    if (grown != 0 && slots.isInside(slot)) {
      add(site, grown, 1);
    }
    slots.setInside(slot, true);
  }

  private void add(int site, long grown, long count) {
    int counted = site - first + 1;
    int element = counted > 0 && counted < bytes.length ? counted : 0;
    plus(bytes, element, grown);
    plus(counts, element, count);
  }

  /** Adds an array of arrays, level by level. All arrays of a level have the same length. */
  private void addArrays(int slot, int site, @Nullable Object array, int levels) {
    boolean inside = slots.isInside(slot);
    long outermost = slots.move(slot, read(slot));
    slots.setInside(slot, true);
    if (!inside || outermost <= 0) {
      return;
    }
    long count = 1;
    int last = site;
    @Nullable Object level = array;
    while (level instanceof Object[] elements && elements.length > 0 && elements[0] != null) {
      count *= elements.length;
      level = elements[0];
      last = Math.min(last + 1, site + levels - 1);
      long inner = count * sizes.applyAsLong(level);
      add(last, inner, count);
      outermost -= inner;
    }
    add(site, outermost, 1);
  }

  private void setAside(int slot) {
    plus(aside, OWN_BYTES, slots.move(slot, read(slot)));
  }

  private static void plus(long[] array, int element, long amount) {
    long unused = (long) ELEMENT.getAndAdd(array, element, amount);
  }

  private long read(int slot) {
    slots.setReading(slot, true);
    try {
      return counter.longValue();
    } finally {
      slots.setReading(slot, false);
    }
  }

  /**
   * Returns the slot of the calling thread; negative if it has none, or if the hook runs within its
   * own counter.
   */
  private int slot() {
    Thread thread = Thread.currentThread();
    int slot = slots.of(thread);
    if (slot < 0) {
      return newSlot(thread);
    }
    return slots.isReading(slot) ? -1 : slot;
  }

  private int newSlot(Thread thread) {
    long before = counter.longValue();
    if (before < 0) {
      plus(aside, UNWEIGHED, 1);
      return -1;
    }
    // once a thread has been left out, later threads have no slot
    int slot = aside[NO_SLOT] == 0 ? slots.take(thread) : -1;
    if (slot < 0) {
      plus(aside, NO_SLOT, 1);
      return -1;
    }
    long after = counter.longValue();
    plus(aside, OWN_BYTES, after - before);
    slots.move(slot, after);
    return slot;
  }
}
