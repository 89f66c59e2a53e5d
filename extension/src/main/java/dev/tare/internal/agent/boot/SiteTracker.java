package dev.tare.internal.agent.boot;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sums the bytes that one thread allocates, by site.
 *
 * <p>Each hook adds the growth of the thread's counter since the previous hook. So the sums always
 * add up to the growth from the first hook to the last, whatever is woven.
 *
 * <p>A stack holds the call that each woven method is making, so that bytes are attributed
 * correctly when a library calls back into the application. It is unwound when a method throws. If
 * the stack is wrong nevertheless, bytes move between sites, but none are lost.
 *
 * <p>The key of a sum has two sites: the allocating one and, in library code, the line of the
 * application that led there.
 */
final class SiteTracker {

  static final int ENTER = 0;
  static final int ENTER_LIBRARY = 1;
  static final int LEAVE = 2;
  static final int REACHED = 3;
  static final int CALLING = 4;
  static final int RETURNED = 5;
  static final int END = 6;
  static final int CREATED = 7;
  static final int CREATED_ARRAYS = 8;
  static final int ENTER_METHOD = 9;
  static final int LEAVE_METHOD = 10;
  static final int RESUME = 11;

  private final SiteRecorder recorder;
  private final ToLongFunction<Object> sizes;
  private final long leastSize;
  private final boolean growing;
  // indexed by frame: the key of its current call, and the origin of the objects that it creates
  private final long[] calls;
  private final int[] origins;
  private KeyedSums sums;
  private volatile @Nullable Thread thread;
  private volatile boolean busy;
  private @Nullable Object escaped;
  private int threadCount;
  private int depth;
  private long firstBytes;
  private long lastBytes;
  private long endedBytes; // of the threads before this one
  private long ownBytes;

  /**
   * @param sums the maximum number of sums; a power of two
   * @param maxDepth the number of frames with a call of their own
   * @param leastSize the size of the smallest object to count, in bytes
   * @param growing whether there may be more sums, and objects that the JIT compiler has removed do
   *     not count
   */
  SiteTracker(
      SiteRecorder recorder,
      ToLongFunction<Object> sizes,
      int sums,
      int maxDepth,
      long leastSize,
      boolean growing) {
    this.recorder = recorder;
    this.sizes = sizes;
    this.sums = new KeyedSums(sums);
    this.leastSize = leastSize;
    this.growing = growing;
    this.calls = new long[maxDepth + 1];
    this.origins = new int[maxDepth + 1];
  }

  void assign(Thread newThread, long baseline) {
    endedBytes += lastBytes - firstBytes;
    firstBytes = baseline;
    lastBytes = baseline;
    clear();
    threadCount++;
    thread = newThread;
  }

  /** Resets the stack to that of a thread outside of woven code. */
  private void clear() {
    depth = 0;
    calls[0] = 0;
    origins[0] = 0;
  }

  /** Adds the bytes before the first hook to no site, and those since then to the recording. */
  void begin(long before) {
    sums.add(0, before - lastBytes, 1, 0, null);
    lastBytes = before;
    addOwnBytes();
  }

  private void addOwnBytes() {
    ownBytes += growth();
  }

  void restart() {
    lastBytes = recorder.now();
  }

  boolean isOf(Thread other) {
    return thread == other;
  }

  /** Returns whether no thread has been assigned yet. */
  boolean isNew() {
    return threadCount == 0;
  }

  boolean isFree() {
    Thread current = thread;
    return current == null || !current.isAlive();
  }

  boolean isBusy() {
    return busy;
  }

  /**
   * Returns the name of the last thread, the number of threads, and the sums as keys, bytes,
   * counts, the most objects in the bytes, and classes; then the last thread, its counter at the
   * first and at the last hook, the growth of the counters of the threads before, and the bytes of
   * the recording itself.
   */
  Object[] totals() {
    Thread current = thread;
    String name = current == null ? "" : current.getName();
    return new Object[] {
      name,
      threadCount,
      sums.keys,
      sums.bytes,
      sums.counts,
      sums.most,
      sums.types,
      current,
      firstBytes,
      lastBytes,
      endedBytes,
      ownBytes
    };
  }

  /** Stores the object in a field, so that the JIT compiler cannot remove its allocation. */
  void escape(@Nullable Object object) {
    if (!busy) {
      escaped = object;
    }
  }

  /**
   * Runs one hook. Skips hooks that the counter itself runs into while it is read. Never throws,
   * because the surrounding code expects no exception here.
   */
  void runHook(int hook, int site, long count, @Nullable Class<?> type) {
    if (busy) {
      return;
    }
    busy = true;
    try {
      if (recorder.isActive()) {
        dispatch(hook, site, count, type);
      }
    } catch (Throwable thrown) {
      clear(); // most likely a stack overflow; the lost bytes belong to no site
    } finally {
      busy = false;
    }
  }

  private void dispatch(int hook, int site, long count, @Nullable Class<?> type) {
    int frame = frame();
    switch (hook) {
      case CALLING -> calls[frame] = key(origins[frame], site);
      case RETURNED -> add(allocationKey(frame, site), count, type);
      case CREATED -> addObject(allocationKey(frame, site), count);
      case CREATED_ARRAYS -> addArrays(allocationKey(frame, site));
      case END -> {
        add(0, 1, null);
        escaped = null;
      }
      case LEAVE -> {
        add(calls[frame], 1, null);
        leave();
      }
      case ENTER_METHOD -> {
        add(calls[frame], 0, null);
        enter(frame, true);
        calls[frame()] = site;
        sums.add(site, 0, 1, 0, null);
        lastBytes = recorder.now(); // without the time of the hook
      }
      case LEAVE_METHOD -> {
        add(depth == 0 ? 0 : site, 0, null);
        leave();
        lastBytes = recorder.now();
      }
      case RESUME -> addOwnBytes();
      case REACHED -> add(calls[frame], count, null);
      default -> {
        add(calls[frame], 1, null);
        enter(frame, hook == ENTER);
      }
    }
  }

  private void enter(int frame, boolean application) {
    depth++;
    int newFrame = frame();
    origins[newFrame] = application ? 0 : origin(frame);
    calls[newFrame] = calls[frame];
  }

  private void leave() {
    if (depth > 0) {
      depth--;
    } else {
      calls[0] = 0; // the method had begun before the recording
    }
  }

  // deeper frames share the last element
  private int frame() {
    return Math.min(depth, calls.length - 1);
  }

  /** Returns the line of the application that led to the frame's current call. */
  private int origin(int frame) {
    return origins[frame] == 0 ? (int) calls[frame] : origins[frame];
  }

  /**
   * Returns the key of an allocation.
   *
   * @param site the number of the site; its complement for a site in the JDK, which has no frames
   */
  private long allocationKey(int frame, int site) {
    return site < 0 ? key(origin(frame), ~site) : key(origins[frame], site);
  }

  private static long key(int origin, int site) {
    return (long) origin << Integer.SIZE | site;
  }

  /** Adds the bytes that the thread has allocated since the last hook, if any. */
  private void add(long key, long count, @Nullable Class<?> type) {
    long growth = growth();
    if (growth > 0) {
      add(key, growth, count, type);
    }
  }

  /**
   * Adds an object even if the counter has not grown, because compiled code may omit the
   * allocation; not if the recording is to show what compiled code allocates.
   */
  private void addObject(long key, long count) {
    long growth = growth();
    if (growth > 0 || (growth == 0 && !growing)) {
      add(key, growth, count, null);
    }
  }

  private void add(long key, long growth, long count, @Nullable Class<?> type) {
    sums.add(key, growth, count, growth / leastSize, type);
    if (growing && sums.isCrowded()) {
      sums = sums.larger();
      addOwnBytes();
    }
  }

  /** Adds an array of arrays, level by level. All arrays of a level have the same length. */
  private void addArrays(long key) {
    long outermost = growth();
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
      add(key, bytes, count, level.getClass());
      outermost -= bytes;
    }
    add(key, outermost, 1, array.getClass());
  }

  /** Returns the bytes that the thread has allocated since the last hook; negative if unknown. */
  private long growth() {
    long now = recorder.now();
    if (now < 0) {
      // a virtual thread: the JVM counts its bytes for its carrier
      thread = null;
      return now;
    }
    long growth = now - lastBytes;
    lastBytes = now;
    return growth;
  }
}
