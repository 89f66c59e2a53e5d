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

  /** Maximum number of classes; the bytes of further ones have no name. */
  private static final int CLASSES = 1 << 13;

  private static final int NONE = -1;

  private static volatile @Nullable LoadRecorder active;

  private final Thread thread;
  private final Number counter;
  private final long[] bytes = new long[LINKING + 1];
  private final long[] counts = new long[LINKING + 1];
  private final int[] kinds = new int[DEEPEST];
  // indexed by class: those that were defined or for which something was allocated
  private final @Nullable String[] names = new String[CLASSES];
  private final long[] classBytes = new long[CLASSES];
  private final boolean[] defined = new boolean[CLASSES];
  // the class that each frame loads
  private final int[] classes = new int[DEEPEST];
  private int size;
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
    for (int i = 0; i < size; i++) {
      names[i] = null;
      classBytes[i] = 0;
      defined[i] = false;
    }
    size = 0;
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
      throw new IllegalStateException(active.getClass().getName());
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

  /**
   * Returns the number of classes, an array with their names, an array with the bytes allocated for
   * each, nested loads excluded, and an array that says which were defined. A name can occur
   * several times.
   */
  public Object[] classes() {
    return new Object[] {size, names, classBytes, defined};
  }

  /** Called when a class loader begins to load a class. */
  public static void load(@Nullable String name) {
    LoadRecorder recorder = own();
    if (recorder != null) {
      recorder.enter(LOADING, 0, name);
    }
  }

  /**
   * Called when a class loader begins to define a class.
   *
   * @param name null if it is that of the class file
   */
  public static void define(@Nullable String name) {
    LoadRecorder recorder = own();
    if (recorder != null) {
      recorder.enter(LOADING, 1, name);
    }
  }

  /** Called when linking a lambda, a concatenation, a method handle or another constant begins. */
  public static void link() {
    LoadRecorder recorder = own();
    if (recorder != null) {
      recorder.enter(LINKING, 1, null);
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

  private void enter(int kind, int count, @Nullable String name) {
    add(frame());
    counts[kind] += count;
    int loaded = kind == LOADING ? loadedClass(name) : NONE;
    depth++;
    kinds[frame()] = kind;
    classes[frame()] = loaded;
    if (count > 0 && loaded != NONE) {
      defined[loaded] = true;
    }
  }

  /** Returns the number of a class; that of the caller if a loader delegates to another one. */
  private int loadedClass(@Nullable String name) {
    int caller = depth > 0 ? classes[frame()] : NONE;
    if (name == null || (caller != NONE && name.equals(names[caller]))) {
      return caller;
    }
    if (size == CLASSES) {
      return NONE;
    }
    names[size] = name;
    return size++;
  }

  private void end() {
    add(frame());
    if (depth > 0) {
      forget(classes[frame()]);
    }
    // a method that was woven while it ran leaves without having entered
    depth = Math.max(0, depth - 1);
  }

  /** Removes the last class if nothing was allocated for it: it had been loaded before. */
  private void forget(int loaded) {
    boolean isLast = loaded != NONE && loaded == size - 1;
    boolean isOfCaller = depth > 1 && depth < DEEPEST && classes[depth - 1] == loaded;
    if (isLast && !isOfCaller && depth < DEEPEST && classBytes[loaded] == 0 && !defined[loaded]) {
      size--;
    }
  }

  private int frame() {
    return Math.min(depth, DEEPEST - 1);
  }

  private void add(int frame) {
    busy = true;
    try {
      long now = counter.longValue();
      bytes[frame == 0 ? REST : kinds[frame]] += now - last;
      if (frame > 0 && classes[frame] != NONE) {
        classBytes[classes[frame]] += now - last;
      }
      last = now;
    } finally {
      busy = false;
    }
  }
}
