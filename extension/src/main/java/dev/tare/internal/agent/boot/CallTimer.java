package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Times one thread's calls of woven methods. Calls by other threads are counted by method, without
 * times.
 *
 * <p>Each hook adds the time and the bytes since the previous hook to the method that ran in
 * between. The time of the hooks themselves is left out, except for reading the clock. Nothing is
 * allocated between {@link #run()} and {@link #close()}.
 */
public final class CallTimer implements Runnable, AutoCloseable {

  // Only types of java.lang, because this class is copied there: Runnable starts it, AutoCloseable
  // stops it, Number reads the counter and the clock.

  private static final int MAX_DEPTH = 4096;

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
  private final int[] framesOnStack;
  // indexed by frame: the method and the tree node of the caller
  private final int[] methods = new int[MAX_DEPTH];
  private final int[] nodes = new int[MAX_DEPTH];
  private int depth;
  private int untimedFrames; // calls on the stack beyond MAX_DEPTH
  private int currentMethod;
  private int currentNode;
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
   * @param methodCount one more than the largest method number
   */
  public CallTimer(Number counter, @Nullable Number clock, int methodCount) {
    this.thread = Thread.currentThread();
    this.counter = counter;
    this.clock = clock;
    this.tree = new CallTree();
    this.calls = new long[methodCount];
    this.otherCalls = new long[methodCount];
    this.ownNanos = new long[methodCount];
    this.ownBytes = new long[methodCount];
    this.nanos = new long[methodCount];
    this.bytes = new long[methodCount];
    this.enteredNanos = new long[methodCount];
    this.enteredBytes = new long[methodCount];
    this.framesOnStack = new int[methodCount];
  }

  /**
   * Starts timing; must be called on the thread that created this timer.
   *
   * @throws IllegalStateException if another timer has been started
   */
  @Override
  public void run() {
    activate(this);
    lastBytes = counter.longValue();
    lastNanos = now();
  }

  /** Stops timing. */
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
      timer.countOtherCall(number);
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

  private synchronized void countOtherCall(int number) {
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
    if (depth == MAX_DEPTH) {
      lastNanos = now();
      // incremented last: if the stack overflows before this point, the method has not begun
      untimedFrames++;
    } else {
      push(number);
      lastNanos = now();
    }
  }

  private void push(int number) {
    methods[depth] = currentMethod;
    nodes[depth] = currentNode;
    depth++;
    boolean recursive = framesOnStack[number] > 0;
    if (!recursive) {
      enteredNanos[number] = elapsed;
      enteredBytes[number] = allocated;
    }
    framesOnStack[number]++;
    currentMethod = number;
    currentNode = tree.entered(currentNode, number, recursive);
  }

  private void end(int number) {
    long now = now();
    if (number >= calls.length) {
      return;
    }
    account(now);
    if (untimedFrames > 0) {
      untimedFrames--;
    } else if (framesOnStack[number] > 0) {
      // a method whose end was missed in a stack overflow ends with its caller
      while (currentMethod != number) {
        pop();
      }
      pop();
    }
    lastNanos = now();
  }

  private void pop() {
    int ended = currentMethod;
    framesOnStack[ended]--;
    if (framesOnStack[ended] == 0) {
      // of recursive calls only the outermost one adds to the total
      nanos[ended] += elapsed - enteredNanos[ended];
      bytes[ended] += allocated - enteredBytes[ended];
    }
    depth--;
    currentMethod = methods[depth];
    currentNode = nodes[depth];
  }

  /** Adds the time and bytes since the last hook to the current method. */
  private void account(long now) {
    // skip hooks that the counter itself runs into
    busy = true;
    try {
      long nanosSince = Math.max(0, now - lastNanos);
      elapsed += nanosSince;
      ownNanos[currentMethod] += nanosSince;
      tree.add(currentNode, nanosSince);
      long nowBytes = counter.longValue();
      long bytesSince = Math.max(0, nowBytes - lastBytes);
      lastBytes = nowBytes;
      allocated += bytesSince;
      ownBytes[currentMethod] += bytesSince;
    } finally {
      busy = false;
    }
  }

  /**
   * Measures the cost of pairs of hooks. Call it on a started timer that is used for nothing else.
   *
   * @return two sums over all pairs in nanoseconds: their real time, and the part of it that is
   *     included in recorded times
   */
  public long[] measureHookCost(int pairs) {
    account(now());
    long before = elapsed;
    lastNanos = now();
    long start = System.nanoTime();
    for (int i = 0; i < pairs; i++) {
      enter(0);
      leave(0);
    }
    return new long[] {System.nanoTime() - start, elapsed - before};
  }

  /**
   * Returns five arrays indexed by method number: calls, own and total nanoseconds, own and total
   * bytes; then the call tree, see {@link CallTree#totals()}.
   */
  public Object[] totals() {
    Object[] nodes = tree.totals();
    Object[] totals = new Object[5 + nodes.length];
    totals[0] = calls;
    totals[1] = ownNanos;
    totals[2] = nanos;
    totals[3] = ownBytes;
    totals[4] = bytes;
    System.arraycopy(nodes, 0, totals, 5, nodes.length);
    return totals;
  }
}
