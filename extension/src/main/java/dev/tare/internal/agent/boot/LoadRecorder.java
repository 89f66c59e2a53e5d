package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that one thread allocates in class loading and in linkage.
 *
 * <p>Each hook adds the growth of the thread's counter since the previous hook to the activity that
 * the thread was in. Classes that are loaded during linkage count as loading.
 */
public final class LoadRecorder implements Runnable, AutoCloseable {

  // The types are those of java.lang, where a copy of this class lies: Runnable starts it,
  // AutoCloseable stops it.

  private static final int REST = 0;
  private static final int LOADING = 1;
  private static final int LINKING = 2;

  /** Maximum depth; deeper frames share the last element. */
  private static final int DEEPEST = 1 << 10;

  private static volatile @Nullable LoadRecorder active;

  private final Thread thread;
  private final Number counter;
  private final long[] bytes = new long[LINKING + 1];
  private final long[] counts = new long[LINKING + 1];
  private final int[] kinds = new int[DEEPEST];
  private boolean busy;
  private int depth;
  private long last;

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   */
  public LoadRecorder(Thread thread, Number counter) {
    this.thread = thread;
    this.counter = counter;
  }

  /**
   * Starts with all sums at zero.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    for (int kind = REST; kind <= LINKING; kind++) {
      bytes[kind] = 0;
      counts[kind] = 0;
    }
    depth = 0;
    last = counter.longValue();
    activate(this);
  }

  /** Stops. */
  @Override
  public void close() {
    deactivate(this);
  }

  private static synchronized void activate(LoadRecorder recorder) {
    if (active != null) {
      throw new IllegalStateException("another recorder is active");
    }
    active = recorder;
  }

  private static synchronized void deactivate(LoadRecorder recorder) {
    if (active == recorder) {
      active = null;
    }
  }

  /**
   * Returns bytes in class loading, number of classes defined, bytes in linkage, number of links.
   */
  public long[] found() {
    return new long[] {bytes[LOADING], counts[LOADING], bytes[LINKING], counts[LINKING]};
  }

  /** Called when a class loader begins to load a class. */
  public static void load() {
    LoadRecorder recorder = own();
    if (recorder != null) {
      recorder.enter(LOADING, 0);
    }
  }

  /** Called when a class loader begins to define a class. */
  public static void define() {
    LoadRecorder recorder = own();
    if (recorder != null) {
      recorder.enter(LOADING, 1);
    }
  }

  /** Called when linking a lambda, a concatenation, a method handle or another constant begins. */
  public static void link() {
    LoadRecorder recorder = own();
    if (recorder != null) {
      recorder.enter(LINKING, 1);
    }
  }

  /** Called when loading, defining or linking ends, by a return or by an exception. */
  public static void leave() {
    LoadRecorder recorder = own();
    if (recorder != null) {
      recorder.end();
    }
  }

  /**
   * Returns the active recorder of this thread; null within the recorder's own calls of the
   * counter.
   */
  private static @Nullable LoadRecorder own() {
    LoadRecorder recorder = active;
    return recorder != null && recorder.thread == Thread.currentThread() && !recorder.busy
        ? recorder
        : null;
  }

  private void enter(int kind, int count) {
    add(frame());
    counts[kind] += count;
    depth++;
    kinds[frame()] = kind;
  }

  private void end() {
    add(frame());
    // a method that was woven while it ran leaves without having entered
    depth = Math.max(0, depth - 1);
  }

  private int frame() {
    return Math.min(depth, DEEPEST - 1);
  }

  private void add(int frame) {
    busy = true;
    try {
      long now = counter.longValue();
      bytes[frame == 0 ? REST : kinds[frame]] += now - last;
      last = now;
    } finally {
      busy = false;
    }
  }
}
