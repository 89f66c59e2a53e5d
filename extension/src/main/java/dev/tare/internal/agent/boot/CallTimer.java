package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Times the calls that one thread makes of woven methods.
 *
 * <p>It telescopes: each hook adds the time since the hook before it, and the bytes, to the method
 * that ran meanwhile. What the hooks themselves take is left out but for the reading of the clock.
 * Nothing is allocated between {@link #run()} and {@link #close()}.
 */
public final class CallTimer implements Runnable, AutoCloseable {

  // As for the other recorders the types are those of java.lang: Runnable starts it, AutoCloseable
  // stops it, Number reads the counter.

  private static final int DEEPEST = 4096;

  private static volatile @Nullable CallTimer active;

  private final Thread thread;
  private final Number counter;
  private final CallTree tree;
  // of each method; that of number 0 is all that is not woven
  private final long[] calls;
  private final long[] ownNanos;
  private final long[] ownBytes;
  private final long[] nanos;
  private final long[] bytes;
  private final long[] enteredNanos;
  private final long[] enteredBytes;
  private final int[] onStack;
  // of each frame: where it came from
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
   * A timer of the calls that the calling thread makes.
   *
   * @param counter answers as a long what the calling thread has allocated so far
   * @param numbers one more than the largest number of a method
   */
  public CallTimer(Number counter, int numbers) {
    this.thread = Thread.currentThread();
    this.counter = counter;
    this.tree = new CallTree();
    this.calls = new long[numbers];
    this.ownNanos = new long[numbers];
    this.ownBytes = new long[numbers];
    this.nanos = new long[numbers];
    this.bytes = new long[numbers];
    this.enteredNanos = new long[numbers];
    this.enteredBytes = new long[numbers];
    this.onStack = new int[numbers];
  }

  /**
   * Starts; called on the thread that made this.
   *
   * @throws IllegalStateException if another timer has been started
   */
  @Override
  public void run() {
    activate(this);
    lastBytes = counter.longValue();
    lastNanos = System.nanoTime();
  }

  /** Stops. */
  @Override
  public void close() {
    if (active == this) {
      account(System.nanoTime());
      deactivate(this);
    }
  }

  private static synchronized void activate(CallTimer timer) {
    if (active != null) {
      throw new IllegalStateException("another timer is active");
    }
    active = timer;
  }

  private static synchronized void deactivate(CallTimer timer) {
    if (active == timer) {
      active = null;
    }
  }

  private static @Nullable CallTimer own() {
    CallTimer timer = active;
    return timer != null && timer.thread == Thread.currentThread() && !timer.busy ? timer : null;
  }

  /** A woven method begins. */
  public static void enter(int number) {
    CallTimer timer = own();
    if (timer != null) {
      timer.begin(number);
    }
  }

  /** A woven method ends, by a return or by an exception. */
  public static void leave(int number) {
    CallTimer timer = own();
    if (timer != null) {
      timer.end(number);
    }
  }

  private void begin(int number) {
    long now = System.nanoTime();
    if (number >= calls.length) {
      return;
    }
    account(now);
    calls[number]++;
    if (depth == DEEPEST) {
      lastNanos = System.nanoTime();
      // last: where the stack has overflown before, the method does not begin
      deeper++;
    } else {
      push(number);
      lastNanos = System.nanoTime();
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
    long now = System.nanoTime();
    if (number >= calls.length) {
      return;
    }
    account(now);
    if (deeper > 0) {
      deeper--;
    } else if (onStack[number] > 0) {
      // a method whose end was not seen, as the stack had overflown, ends with its caller
      while (method != number) {
        pop();
      }
      pop();
    }
    lastNanos = System.nanoTime();
  }

  private void pop() {
    int ended = method;
    onStack[ended]--;
    if (onStack[ended] == 0) {
      // of a method that calls itself only the outermost call has a time of its own
      nanos[ended] += elapsed - enteredNanos[ended];
      bytes[ended] += allocated - enteredBytes[ended];
    }
    depth--;
    method = methods[depth];
    node = nodes[depth];
  }

  /** What came since the last hook belongs to the method that ran. */
  private void account(long now) {
    // hooks in the counter itself are passed over
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
   * What a pair of hooks takes, and how much of that is in the times; to be called on a started
   * timer that is of no other use.
   *
   * @return nanoseconds of a pair in real time and in the times, both times the number of pairs
   */
  public long[] weigh(int pairs) {
    account(System.nanoTime());
    long before = elapsed;
    lastNanos = System.nanoTime();
    long from = lastNanos;
    for (int i = 0; i < pairs; i++) {
      enter(0);
      leave(0);
    }
    return new long[] {System.nanoTime() - from, elapsed - before};
  }

  /**
   * By number of the method: calls, own and total nanoseconds, own and total bytes; then the tree,
   * see {@link CallTree#found()}.
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
