package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that one thread allocates in class loading and linkage.
 *
 * <p>Each hook adds the growth of the thread's counter since the previous hook to the activity that
 * the thread was in. Classes that are loaded during linkage count as loading.
 */
public final class LoadRecorder implements Runnable, AutoCloseable {

  // Only types of java.lang, because this class is copied there: Runnable starts it, AutoCloseable
  // stops it.

  private static final int OTHER = 0;
  private static final int LOADING = 1;
  private static final int LINKING = 2;

  /** Maximum depth; deeper frames share the last element. */
  private static final int MAX_DEPTH = 1 << 10;

  /** Maximum number of classes; the bytes of further ones have no name. */
  private static final int MAX_CLASSES = 1 << 13;

  private static final int NO_CLASS = -1;

  private static volatile @Nullable LoadRecorder active;

  private final Thread thread;
  private final Number counter;
  private final long[] bytes = new long[LINKING + 1];
  private final long[] counts = new long[LINKING + 1];
  private final int[] kinds = new int[MAX_DEPTH];
  // indexed by class: those that were defined or for which something was allocated
  private final @Nullable String[] names = new String[MAX_CLASSES];
  private final long[] classBytes = new long[MAX_CLASSES];
  private final boolean[] defined = new boolean[MAX_CLASSES];
  // the class that each frame loads
  private final int[] classes = new int[MAX_DEPTH];
  private int classCount;
  private boolean busy;
  private int depth;
  private long lastBytes;

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   */
  public LoadRecorder(Thread thread, Number counter) {
    this.thread = thread;
    this.counter = counter;
  }

  /**
   * Starts recording, with all sums at zero.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    for (int kind = OTHER; kind <= LINKING; kind++) {
      bytes[kind] = 0;
      counts[kind] = 0;
    }
    for (int i = 0; i < classCount; i++) {
      names[i] = null;
      classBytes[i] = 0;
      defined[i] = false;
    }
    classCount = 0;
    depth = 0;
    lastBytes = counter.longValue();
    activate(this);
  }

  /** Stops recording. */
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
   * Returns the bytes in class loading, the number of classes defined, the bytes in linkage, and
   * the number of links.
   */
  public long[] totals() {
    return new long[] {bytes[LOADING], counts[LOADING], bytes[LINKING], counts[LINKING]};
  }

  /**
   * Returns the number of classes, an array with their names, an array with the bytes allocated for
   * each, nested loads excluded, and an array that says which were defined. A name can occur
   * several times.
   */
  public Object[] classes() {
    return new Object[] {classCount, names, classBytes, defined};
  }

  /** Called when a class loader begins to load a class. */
  public static void load(@Nullable String name) {
    LoadRecorder recorder = ofThisThread();
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
    LoadRecorder recorder = ofThisThread();
    if (recorder != null) {
      recorder.enter(LOADING, 1, name);
    }
  }

  /** Called when linking a lambda, a concatenation, a method handle or another constant begins. */
  public static void link() {
    LoadRecorder recorder = ofThisThread();
    if (recorder != null) {
      recorder.enter(LINKING, 1, null);
    }
  }

  /** Called when loading, defining or linking ends, by a return or by an exception. */
  public static void leave() {
    LoadRecorder recorder = ofThisThread();
    if (recorder != null) {
      recorder.end();
    }
  }

  /**
   * Returns the active recorder if it records this thread; null while that recorder reads its
   * counter.
   */
  private static @Nullable LoadRecorder ofThisThread() {
    LoadRecorder recorder = active;
    return recorder != null && recorder.thread == Thread.currentThread() && !recorder.busy
        ? recorder
        : null;
  }

  private void enter(int kind, int count, @Nullable String name) {
    add(frame());
    counts[kind] += count;
    int loadedClass = kind == LOADING ? loadedClass(name) : NO_CLASS;
    depth++;
    kinds[frame()] = kind;
    classes[frame()] = loadedClass;
    if (count > 0 && loadedClass != NO_CLASS) {
      defined[loadedClass] = true;
    }
  }

  /** Returns the number of a class; if a loader delegates to another one, that of the caller. */
  private int loadedClass(@Nullable String name) {
    int caller = depth > 0 ? classes[frame()] : NO_CLASS;
    if (name == null || (caller != NO_CLASS && name.equals(names[caller]))) {
      return caller;
    }
    if (classCount == MAX_CLASSES) {
      return NO_CLASS;
    }
    names[classCount] = name;
    return classCount++;
  }

  private void end() {
    add(frame());
    if (depth > 0) {
      removeIfUnused(classes[frame()]);
    }
    // a method that was woven while it ran leaves without having entered
    depth = Math.max(0, depth - 1);
  }

  /** Removes the last class if nothing was allocated for it: it had been loaded before. */
  private void removeIfUnused(int loadedClass) {
    boolean isLast = loadedClass != NO_CLASS && loadedClass == classCount - 1;
    boolean isOfCaller = depth > 1 && depth < MAX_DEPTH && classes[depth - 1] == loadedClass;
    if (isLast
        && !isOfCaller
        && depth < MAX_DEPTH
        && classBytes[loadedClass] == 0
        && !defined[loadedClass]) {
      classCount--;
    }
  }

  private int frame() {
    return Math.min(depth, MAX_DEPTH - 1);
  }

  private void add(int frame) {
    busy = true;
    try {
      long now = counter.longValue();
      bytes[frame == 0 ? OTHER : kinds[frame]] += now - lastBytes;
      if (frame > 0 && classes[frame] != NO_CLASS) {
        classBytes[classes[frame]] += now - lastBytes;
      }
      lastBytes = now;
    } finally {
      busy = false;
    }
  }
}
