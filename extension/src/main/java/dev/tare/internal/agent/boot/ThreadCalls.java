package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Sums the bytes that one thread allocates, and the time that it takes, along its calls.
 *
 * <p>Each hook adds the growth of the thread's counter since the previous hook. So the sums always
 * add up to the growth from the first hook to the last, whatever is woven.
 *
 * <p>A stack holds the site of the call that each woven method is making, so that bytes are
 * attributed correctly when a library calls back into the application. It is unwound when a method
 * throws. If the stack is wrong nevertheless, bytes move between sites, but none are lost.
 */
final class ThreadCalls {

  static final int UNKNOWN = -1;

  private final CallRecorder recorder;
  // indexed by frame: the node of the call that led to it; the site of its current call, at first
  // the method itself if that has a site; and the node of that, once it is known
  private final int[] callers;
  private final int[] sites;
  private final int[] nodes;
  private CallTree tree;
  private volatile @Nullable Thread thread;
  private volatile boolean busy;
  private @Nullable Object escaped;
  private int depth;
  private long firstBytes;
  private long lastBytes;
  private long lastNanos;
  private long ownBytes;

  /**
   * @param nodes the initial capacity of the tree; a power of two
   * @param maxDepth the number of frames with a call of their own; deeper frames share the last one
   */
  ThreadCalls(CallRecorder recorder, int nodes, int maxDepth) {
    this.recorder = recorder;
    this.tree = new CallTree(nodes);
    this.callers = new int[maxDepth + 1];
    this.sites = new int[maxDepth + 1];
    this.nodes = new int[maxDepth + 1];
  }

  /**
   * Begins with the calling thread.
   *
   * @param first its bytes from which on they count; {@link #UNKNOWN} for now
   * @return whether its bytes are counted
   */
  boolean assign(Thread newThread, long first) {
    busy = true; // reading the counter may run hooks
    thread = newThread;
    firstBytes = first < 0 ? recorder.bytes() : first;
    lastBytes = firstBytes;
    lastNanos = recorder.nanos();
    clear();
    addOwnBytes();
    busy = false;
    return thread != null;
  }

  /** Resets the stack to that of a thread outside of woven code. */
  private void clear() {
    depth = 0;
    callers[0] = CallTree.ROOT;
    setSite(0);
  }

  private void setSite(int site) {
    int frame = frame();
    sites[frame] = site;
    nodes[frame] = site == 0 ? callers[frame] : UNKNOWN;
  }

  private void addOwnBytes() {
    ownBytes += bytes();
  }

  /** Begins now. */
  void restart() {
    firstBytes = recorder.bytes();
    lastBytes = firstBytes;
    lastNanos = recorder.nanos();
  }

  boolean isOf(Thread other) {
    return thread == other;
  }

  /** Returns whether no thread is assigned. */
  boolean isFree() {
    return thread == null;
  }

  boolean isBusy() {
    return busy;
  }

  /**
   * Returns the name of the thread; the number of nodes, and their parents, sites, classes, counts,
   * bytes, nanoseconds, and the most objects in the bytes; then the growth of the thread's counter,
   * and the bytes of the recording itself.
   */
  Object[] totals() {
    Thread current = thread;
    return new Object[] {
      current == null ? "" : current.getName(),
      tree.size,
      tree.parents,
      tree.sites,
      tree.types,
      tree.counts,
      tree.bytes,
      tree.nanos,
      tree.most,
      lastBytes - firstBytes,
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
  void runHook(int hook, int site, @Nullable Class<?> type) {
    if (busy) {
      return;
    }
    busy = true;
    try {
      if (recorder.isActive()) {
        dispatch(hook, site, type);
      }
    } catch (Throwable thrown) {
      clear(); // most likely a stack overflow; the lost bytes belong to no site
    } finally {
      busy = false;
    }
  }

  private void dispatch(int hook, int site, @Nullable Class<?> type) {
    switch (hook) {
      case CallRecorder.CALLING -> setSite(site);
      case CallRecorder.RETURNED -> addTo(site, bytes(), type);
      case CallRecorder.CREATED -> addObject(site);
      case CallRecorder.CREATED_ARRAYS -> addArrays(site);
      case CallRecorder.ENTER -> {
        account(1);
        enter(site);
        lastNanos = recorder.nanos(); // without the time of the hook
      }
      case CallRecorder.LEAVE -> {
        account(1);
        leave(site);
        lastNanos = recorder.nanos();
      }
      case CallRecorder.REACHED -> account(1);
      case CallRecorder.PAUSE -> account(0);
      case CallRecorder.RESUME -> addOwnBytes();
      default -> {
        clear();
        account(1);
        escaped = null;
      }
    }
    if (tree.isCrowded()) {
      tree = tree.larger();
      addOwnBytes();
    }
  }

  private void enter(int method) {
    int node = node();
    depth++;
    callers[frame()] = node;
    setSite(method);
    if (method != 0) {
      tree.counts[node()]++;
    }
  }

  private void leave(int method) {
    int left = depth;
    // a method whose end was missed in a stack overflow ends with its caller
    while (method != 0 && left > 0 && left < sites.length && sites[left] != method) {
      left--;
    }
    if (left > 0) {
      depth = left - 1;
    } else if (depth == 0) {
      setSite(0); // the method had begun before the recording
    }
  }

  private int frame() {
    return Math.min(depth, sites.length - 1);
  }

  /** Returns the node of the current call. */
  private int node() {
    int frame = frame();
    if (nodes[frame] == UNKNOWN) {
      nodes[frame] = tree.child(callers[frame], sites[frame], null);
    }
    return nodes[frame];
  }

  /**
   * Returns the node of an allocation.
   *
   * @param site the number of the site; its complement for a site without a frame, as in the JDK,
   *     which belongs to the call that led there
   */
  private int node(int site, @Nullable Class<?> type) {
    return site < 0 ? tree.child(node(), ~site, type) : tree.child(callers[frame()], site, type);
  }

  /**
   * Adds what the thread has allocated since the last hook, and the time, to its current call.
   *
   * @param count the number to add to that of the allocations, if there were any
   */
  private void account(int count) {
    long nanos = recorder.nanos();
    long growth = bytes();
    if (recorder.isTimed()) {
      int node = node();
      tree.nanos[node] += Math.max(0, nanos - lastNanos);
      tree.bytes[node] += growth;
      lastNanos = nanos;
    } else if (growth > 0) {
      add(node(), growth, isEnough(growth) ? count : 0);
    }
  }

  private void addTo(int site, long growth, @Nullable Class<?> type) {
    if (growth > 0) {
      add(node(site, type), growth, isEnough(growth) ? 1 : 0);
    }
  }

  /** Returns whether bytes may include a counted object. */
  private boolean isEnough(long bytes) {
    return bytes >= recorder.leastSize();
  }

  /**
   * Adds an object even if the counter has not grown, because compiled code may omit the
   * allocation; not if the recording is to show what compiled code allocates.
   */
  private void addObject(int site) {
    long growth = bytes();
    if (growth > 0 || (growth == 0 && recorder.countsRemovedObjects())) {
      add(node(site, null), growth, 1);
    }
  }

  /** Adds an array of arrays, level by level. All arrays of a level have the same length. */
  private void addArrays(int site) {
    long outermost = bytes();
    Object array = escaped;
    if (outermost <= 0 || array == null) {
      return;
    }
    long count = 1;
    Object level = array;
    while (level instanceof Object[] elements && elements.length > 0 && elements[0] != null) {
      count *= elements.length;
      level = elements[0];
      long bytes = count * recorder.size(level);
      add(node(site, level.getClass()), bytes, count);
      outermost -= bytes;
    }
    add(node(site, array.getClass()), outermost, 1);
  }

  private void add(int node, long growth, long count) {
    tree.bytes[node] += growth;
    tree.counts[node] += count;
    tree.most[node] += growth / recorder.leastSize();
  }

  /** Returns the bytes that the thread has allocated since the last hook; negative if unknown. */
  private long bytes() {
    long now = recorder.bytes();
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
