package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Times the calls that one thread makes of woven methods.
 *
 * <p>Calls of other threads are counted by method, without times.
 *
 * <p>Each hook adds the time and the bytes since the previous hook to the method that ran in
 * between. The time of the hooks themselves is left out, except for reading the clock. Nothing is
 * allocated between {@link #run()} and {@link #close()}.
 */
public final class CallTimer implements Runnable, AutoCloseable {

  // The types are those of java.lang, where a copy of this class lies: Runnable starts it,
  // AutoCloseable stops it, Number reads the counter.

  private static final int DEEPEST = 4096;

  private static volatile @Nullable CallTimer active;

  private final Thread thread;
  private final Number counter;
  private final @Nullable Number clock;
  private final CallTree tree;
  // indexed by method number; number 0 stands for all code that is not woven
  private final long[] calls;
  private final long[] otherCalls;
  private final long[] ownNanos;
  private final long[] ownBytes;
  private final long[] nanos;
  private final long[] bytes;
  private final long[] enteredNanos;
  private final long[] enteredBytes;
  private final int[] onStack;
  // indexed by frame: the method and the tree node of the caller
  private final int[] methods = new int[DEEPEST];
  private final int[] nodes = new int[DEEPEST];
  private int depth;
  private int deeper;
  private int method;
  private int node;
  private long elapsed;
  private long allocated;
  private long lastNanos;
  private long lastBytes;
  private boolean busy;

  /**
   * Creates a timer for the calls that the calling thread makes.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @param clock returns as a long the nanoseconds of the calling thread; null for real time
   * @param numbers one more than the largest method number
   */
  public CallTimer(Number counter, @Nullable Number clock, int numbers) {
    this.thread = Thread.currentThread();
    this.counter = counter;
    this.clock = clock;
    this.tree = new CallTree();
    this.calls = new long[numbers];
    this.otherCalls = new long[numbers];
    this.ownNanos = new long[numbers];
    this.ownBytes = new long[numbers];
    this.nanos = new long[numbers];
    this.bytes = new long[numbers];
    this.enteredNanos = new long[numbers];
    this.enteredBytes = new long[numbers];
    this.onStack = new int[numbers];
  }

  /**
   * Starts; must be called on the thread that created this timer.
   *
   * @throws IllegalStateException if another timer has been started
   */
  @Override
  public void run() {
    activate(this);
    lastBytes = counter.longValue();
    lastNanos = now();
  }

  /** Stops. */
  @Override
  public void close() {
    if (active == this) {
      account(now());
      deactivate(this);
    }
  }

  private static synchronized void activate(CallTimer timer) {
    if (active != null) {
      throw new IllegalStateException(active.getClass().getName());
    }
    active = timer;
  }

  private static synchronized void deactivate(CallTimer timer) {
    if (active == timer) {
      active = null;
    }
  }

  private long now() {
    return clock == null ? System.nanoTime() : clock.longValue();
  }

  /** Called when a woven method begins. */
  public static void enter(int number) {
    CallTimer timer = active;
    if (timer == null) {
      return;
    }
    if (timer.thread != Thread.currentThread()) {
      timer.countElsewhere(number);
    } else if (!timer.busy) {
      timer.begin(number);
    }
  }

  /** Called when a woven method ends, by a return or by an exception. */
  public static void leave(int number) {
    CallTimer timer = active;
    if (timer != null && timer.thread == Thread.currentThread() && !timer.busy) {
      timer.end(number);
    }
  }

  private synchronized void countElsewhere(int number) {
    if (number < otherCalls.length) {
      otherCalls[number]++;
    }
  }

  /** Returns, by method number, the number of calls that other threads made. */
  public synchronized long[] otherCalls() {
    return otherCalls.clone();
  }

  private void begin(int number) {
    long now = now();
    if (number >= calls.length) {
      return;
    }
    account(now);
    calls[number]++;
    if (depth == DEEPEST) {
      lastNanos = now();
      // last: if the stack overflows before this point, the method has not begun
      deeper++;
    } else {
      push(number);
      lastNanos = now();
    }
  }

  private void push(int number) {
    methods[depth] = method;
    nodes[depth] = node;
    depth++;
    boolean again = onStack[number] > 0;
    if (!again) {
      enteredNanos[number] = elapsed;
      enteredBytes[number] = allocated;
    }
    onStack[number]++;
    method = number;
    node = tree.entered(node, number, again);
  }

  private void end(int number) {
    long now = now();
    if (number >= calls.length) {
      return;
    }
    account(now);
    if (deeper > 0) {
      deeper--;
    } else if (onStack[number] > 0) {
      // a method whose end was missed in a stack overflow ends with its caller
      while (method != number) {
        pop();
      }
      pop();
    }
    lastNanos = now();
  }

  private void pop() {
    int ended = method;
    onStack[ended]--;
    if (onStack[ended] == 0) {
      // of recursive calls only the outermost one adds to the total
      nanos[ended] += elapsed - enteredNanos[ended];
      bytes[ended] += allocated - enteredBytes[ended];
    }
    depth--;
    method = methods[depth];
    node = nodes[depth];
  }

  /** Adds the time and bytes since the last hook to the current method. */
  private void account(long now) {
    // hooks within the counter itself are skipped
    busy = true;
    try {
      long since = Math.max(0, now - lastNanos);
      elapsed += since;
      ownNanos[method] += since;
      tree.add(node, since);
      long counted = counter.longValue();
      long made = Math.max(0, counted - lastBytes);
      lastBytes = counted;
      allocated += made;
      ownBytes[method] += made;
    } finally {
      busy = false;
    }
  }

  /**
   * Measures the cost of a pair of hooks, and its share that is in the recorded times. Call it on a
   * started timer that is used for nothing else.
   *
   * @return nanoseconds of all pairs in real time and in the recorded times
   */
  public long[] weigh(int pairs) {
    account(now());
    long before = elapsed;
    lastNanos = now();
    long from = System.nanoTime();
    for (int i = 0; i < pairs; i++) {
      enter(0);
      leave(0);
    }
    return new long[] {System.nanoTime() - from, elapsed - before};
  }

  /**
   * Returns five arrays indexed by method number: calls, own and total nanoseconds, own and total
   * bytes; then the call tree, see {@link CallTree#found()}.
   */
  public Object[] found() {
    Object[] paths = tree.found();
    Object[] found = new Object[5 + paths.length];
    found[0] = calls;
    found[1] = ownNanos;
    found[2] = nanos;
    found[3] = ownBytes;
    found[4] = bytes;
    System.arraycopy(paths, 0, found, 5, paths.length);
    return found;
  }
}
