package dev.tare.internal.agent.boot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Adds what every thread of a JVM allocates in woven code to the places where it did.
 *
 * <p>It telescopes as {@link SiteRecorder} does, but from the first woven method that a thread
 * enters to the end of it: what a thread allocates outside of woven code is in no site. A thread
 * that is in woven code already when this starts is followed from its next hook on.
 *
 * <p>Each thread has a lane, found by the thread's identity; a lane whose thread has ended is given
 * to another one. Making a lane allocates on the thread that gets it, which is kept apart, as is
 * what a transformer allocates between {@link #pause()} and {@link #resume()}.
 */
public final class AllThreadsRecorder implements Runnable, AutoCloseable {

  // Types of java.base only, as a copy of this class lies in java.lang.

  /** Where {@code aside} has the bytes that recording itself allocated. */
  public static final int OWN_BYTES = 0;

  /** Where {@code aside} has how often a thread passed that the JVM does not count. */
  public static final int UNWEIGHED = 1;

  /** Where {@code aside} has how often a thread passed that found no lane. */
  public static final int NO_LANE = 2;

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
  private final ThreadSlots lanes = new ThreadSlots();

  /**
   * @param counter answers as a long what the calling thread has allocated so far; negative if that
   *     is not known
   * @param sizes the size of an object in bytes
   * @param first the number of the first site; smaller ones are those of an earlier recording, in
   *     methods that still run
   * @param bytes receives the bytes of each site; the first element those of no site
   * @param counts receives how often each site allocated
   * @param aside receives what is in no site
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
   * Keeps other recordings out.
   *
   * @return the number that the first site of this one should have; negative if another recording
   *     is under way
   */
  public static synchronized int reserve() {
    if (reserved) {
      return -1;
    }
    reserved = true;
    return nextSite;
  }

  /** Lets other recordings in again, whose sites have other numbers. */
  public static synchronized void release(int sites) {
    nextSite += sites;
    reserved = false;
  }

  /** Starts. */
  @Override
  public void run() {
    // links what would allocate on the first thread that comes
    plus(bytes, 0, 0);
    long unused = sizes.applyAsLong(bytes);
    active = this;
  }

  /** Stops. */
  @Override
  public void close() {
    active = null;
  }

  /** A woven method begins: what came before belongs to the call that led here. */
  public static void enter() {
    step(ENTER, 0);
  }

  /** The same in a library. */
  public static void enterLibrary() {
    step(ENTER, 0);
  }

  /** A woven method ends, by a return or by an exception. */
  public static void leave() {
    step(LEAVE, 0);
  }

  /** What came before belongs to the call that the thread is in, or was in when it threw. */
  public static void reached() {
    step(REACHED, 0);
  }

  /** A woven method is about to make the call at the site. */
  public static void calling(int site) {
    step(CALLING, site);
  }

  /** The site has allocated, or the call at the site has returned. */
  public static void mark(int site) {
    step(MARK, site);
  }

  /** The instruction at the site has created an object. */
  public static void created(int site) {
    step(MARK, site);
  }

  /** The site has made the object. */
  public static void made(@Nullable Object object, int site) {
    step(MARK, site);
  }

  /**
   * The site has made the array and those in it.
   *
   * @param levels how many types of arrays have a site: this one and the next ones; the last is
   *     also that of all deeper arrays
   */
  public static void arrays(@Nullable Object array, int site, int levels) {
    step(ARRAYS, site, array, levels);
  }

  /** What the calling thread allocates from now on is none of its own. */
  public static void pause() {
    step(PAUSE, 0);
  }

  /** What the calling thread allocates from now on is its own again. */
  public static void resume() {
    step(RESUME, 0);
  }

  /** One hook, which never throws: it runs in code that expects nothing of the kind. */
  private static void step(int hook, int site) {
    step(hook, site, null, 1);
  }

  private static void step(int hook, int site, @Nullable Object array, int levels) {
    AllThreadsRecorder recorder = active;
    if (recorder == null) {
      return;
    }
    int lane = -1;
    try {
      lane = recorder.lane();
      if (lane >= 0) {
        recorder.act(hook, lane, site, array, levels);
      }
    } catch (Throwable thrown) {
      // too deep a stack, most likely; what is lost is told with what lies outside
      if (lane >= 0) {
        recorder.lanes.clear(lane);
      }
    }
  }

  private void act(int hook, int lane, int site, @Nullable Object array, int levels) {
    switch (hook) {
      case ENTER -> {
        add(lane, lanes.call(lane));
        if (lanes.descend(lane)) {
          setAside(lane);
        }
      }
      case LEAVE -> {
        add(lane, lanes.call(lane));
        lanes.ascend(lane);
      }
      case CALLING -> {
        if (!lanes.isInside(lane)) {
          add(lane, 0);
        }
        lanes.setCall(lane, site);
      }
      case MARK -> add(lane, site);
      case ARRAYS -> addArrays(lane, site, array, levels);
      case RESUME -> setAside(lane);
      default -> {
        // a pause outside of woven code does not lead into it
        boolean inside = lanes.isInside(lane) || hook == REACHED;
        add(lane, lanes.call(lane));
        lanes.setInside(lane, inside);
      }
    }
  }

  /** Adds what the lane's thread has allocated since its last hook, if that was in woven code. */
  private void add(int lane, int site) {
    long grown = lanes.move(lane, read(lane));
    if (grown != 0 && lanes.isInside(lane)) {
      add(site, grown, 1);
    }
    lanes.setInside(lane, true);
  }

  private void add(int site, long grown, long count) {
    int counted = site - first + 1;
    int element = counted > 0 && counted < bytes.length ? counted : 0;
    plus(bytes, element, grown);
    plus(counts, element, count);
  }

  /** Adds an array of arrays, level by level. All arrays of a level have the same length. */
  private void addArrays(int lane, int site, @Nullable Object array, int levels) {
    boolean inside = lanes.isInside(lane);
    long outermost = lanes.move(lane, read(lane));
    lanes.setInside(lane, true);
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

  private void setAside(int lane) {
    plus(aside, OWN_BYTES, lanes.move(lane, read(lane)));
  }

  private static void plus(long[] array, int element, long amount) {
    long unused = (long) ELEMENT.getAndAdd(array, element, amount);
  }

  private long read(int lane) {
    lanes.setReading(lane, true);
    try {
      return counter.longValue();
    } finally {
      lanes.setReading(lane, false);
    }
  }

  /** That of the calling thread; negative if it has none, or if a hook in its counter asks. */
  private int lane() {
    Thread thread = Thread.currentThread();
    int lane = lanes.of(thread);
    if (lane < 0) {
      return newLane(thread);
    }
    return lanes.isReading(lane) ? -1 : lane;
  }

  private int newLane(Thread thread) {
    long before = counter.longValue();
    if (before < 0) {
      plus(aside, UNWEIGHED, 1);
      return -1;
    }
    // where a thread had to be left out, none that comes later is let in
    int lane = aside[NO_LANE] == 0 ? lanes.take(thread) : -1;
    if (lane < 0) {
      plus(aside, NO_LANE, 1);
      return -1;
    }
    long after = counter.longValue();
    plus(aside, OWN_BYTES, after - before);
    lanes.move(lane, after);
    return lane;
  }
}
