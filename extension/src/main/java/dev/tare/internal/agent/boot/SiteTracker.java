package dev.tare.internal.agent.boot;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one thread allocates, by site.
 *
 * <p>It telescopes: each hook adds the growth of the thread's counter since the hook before it, so
 * that all sums together are the growth from the first to the last, whatever was or was not woven.
 * A stack of the call that each woven method is in tells whose bytes they are when a library calls
 * back; it is cut back when a method throws, and a stack that is nevertheless wrong moves bytes
 * between sites but loses none.
 *
 * <p>A sum has a key of two sites: the one that allocated, and in code of libraries the line of the
 * application that led there.
 */
final class SiteTracker {

  static final int ENTER = 0;
  static final int ENTER_LIBRARY = 1;
  static final int LEAVE = 2;
  static final int REACHED = 3;
  static final int CALLING = 4;
  static final int MARK = 5;
  static final int END = 6;
  static final int CREATED = 7;
  static final int ARRAYS = 8;

  private final SiteRecorder recorder;
  private final Number counter;
  private final ToLongFunction<Object> sizes;
  private final KeyedSums sums;
  // a frame's call with its origin as a key, and the origin of what the frame itself makes
  private final long[] calls;
  private final int[] origins;
  private volatile @Nullable Thread thread;
  private volatile boolean busy;
  private @Nullable Object escaped;
  private int threads;
  private int depth;
  private long last;

  SiteTracker(
      SiteRecorder recorder, Number counter, ToLongFunction<Object> sizes, int sums, int deepest) {
    this.recorder = recorder;
    this.counter = counter;
    this.sizes = sizes;
    this.sums = new KeyedSums(sums);
    this.calls = new long[deepest + 1];
    this.origins = new int[deepest + 1];
  }

  void assign(Thread newThread, long baseline) {
    threads++;
    last = baseline;
    depth = 0;
    calls[0] = 0;
    origins[0] = 0;
    thread = newThread;
  }

  void restart() {
    last = counter.longValue();
  }

  boolean isOf(Thread other) {
    return thread == other;
  }

  boolean isFree() {
    Thread current = thread;
    return current == null || !current.isAlive();
  }

  boolean isBusy() {
    return busy;
  }

  /** The name of the last thread, the number of threads, and the sums. */
  Object[] found() {
    Thread current = thread;
    String name = current == null ? "" : current.getName();
    return new Object[] {name, threads, sums.keys, sums.bytes, sums.counts, sums.types};
  }

  /** Stores the object in a field, so that the JIT compiler cannot remove its allocation. */
  void escape(@Nullable Object object) {
    if (!busy) {
      escaped = object;
    }
  }

  /** One hook. Hooks in what it calls itself, the counter, are passed over. */
  void step(int hook, int site, long count, @Nullable Class<?> type) {
    if (busy) {
      return;
    }
    busy = true;
    try {
      if (recorder.isActive()) {
        act(hook, site, count, type);
      }
    } finally {
      busy = false;
    }
  }

  private void act(int hook, int site, long count, @Nullable Class<?> type) {
    int frame = frame();
    switch (hook) {
      case CALLING -> calls[frame] = key(origins[frame], site);
      case MARK -> add(made(frame, site), count, type);
      case CREATED -> create(made(frame, site), count);
      case ARRAYS -> addArrays(made(frame, site));
      case END -> {
        add(0, 1, null);
        escaped = null;
      }
      case LEAVE -> {
        add(calls[frame], 1, null);
        // a method that was woven while it ran leaves without having entered
        depth = Math.max(0, depth - 1);
      }
      case REACHED -> add(calls[frame], 1, null);
      default -> {
        add(calls[frame], 1, null);
        enter(frame, hook == ENTER);
      }
    }
  }

  private void enter(int frame, boolean application) {
    depth++;
    int entered = frame();
    origins[entered] = application ? 0 : origin(frame);
    calls[entered] = calls[frame];
  }

  // what is deeper shares a frame
  private int frame() {
    return Math.min(depth, calls.length - 1);
  }

  /** The line of the application that led to what the frame calls. */
  private int origin(int frame) {
    return origins[frame] == 0 ? (int) calls[frame] : origins[frame];
  }

  /** A site in the JDK, which has no frames of its own, comes as its complement. */
  private long made(int frame, int site) {
    return site < 0 ? key(origin(frame), ~site) : key(origins[frame], site);
  }

  private static long key(int origin, int site) {
    return (long) origin << Integer.SIZE | site;
  }

  /** Adds what the thread has allocated since the last hook, if that is anything. */
  private void add(long key, long count, @Nullable Class<?> type) {
    long grown = grown();
    if (grown > 0) {
      sums.add(key, grown, count, type);
    }
  }

  /** Adds an object even if the counter has not grown, because compiled code needs no object. */
  private void create(long key, long count) {
    long grown = grown();
    if (grown >= 0) {
      sums.add(key, grown, count, null);
    }
  }

  /** Adds an array of arrays, level by level. All arrays of a level have the same length. */
  private void addArrays(long key) {
    long outermost = grown();
    Object array = escaped;
    if (outermost <= 0 || array == null) {
      return;
    }
    long count = 1;
    Object level = array;
    while (level instanceof Object[] elements && elements.length > 0 && elements[0] != null) {
      count *= elements.length;
      level = elements[0];
      long bytes = count * sizes.applyAsLong(level);
      sums.add(key, bytes, count, level.getClass());
      outermost -= bytes;
    }
    sums.add(key, outermost, 1, array.getClass());
  }

  /** The bytes that the thread has allocated since the last hook; negative if they are unknown. */
  private long grown() {
    long now = counter.longValue();
    if (now < 0) {
      // a virtual thread, whose bytes are its carrier's
      thread = null;
      return now;
    }
    long grown = now - last;
    last = now;
    return grown;
  }
}
