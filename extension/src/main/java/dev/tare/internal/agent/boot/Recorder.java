package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * Adds what one thread allocates to the places in woven code where it did.
 *
 * <p>It telescopes: each hook adds the growth of the thread's counter since the hook before it, so
 * that the sums of all sites are the growth from {@link #run()} to {@link #close()}, whatever was
 * or was not woven. Site 0 is what lies outside woven code. A stack of the call that each woven
 * method is in tells whose bytes they are when a library calls back; it is cut back when a method
 * throws, and a stack that is nevertheless wrong moves bytes between sites but loses none.
 *
 * <p>Nothing is allocated between {@code run} and {@code close}. Other threads return at once.
 */
public final class Recorder implements Runnable, AutoCloseable {

  // The types are those of java.lang because a copy of this class lies there: Runnable starts it,
  // AutoCloseable stops it and Number reads the counter, with no reflection that would allocate.

  private static final int DEEPEST = 8192;

  private static @Nullable Recorder active;

  private final Thread thread;
  private final Number counter;
  private final long[] bytes;
  private final long[] counts;
  private final int[] calls = new int[DEEPEST + 1];
  private int depth;
  private boolean reading;
  private long last;

  /**
   * @param thread the one that is recorded
   * @param counter answers as a long what the calling thread has allocated so far
   * @param bytes receives the bytes of each site
   * @param counts receives how often each site allocated
   */
  public Recorder(Thread thread, Number counter, long[] bytes, long[] counts) {
    this.thread = thread;
    this.counter = counter;
    this.bytes = bytes;
    this.counts = counts;
  }

  /**
   * Starts; called on the thread that is recorded.
   *
   * @throws IllegalStateException if another recorder has been started
   */
  @Override
  public void run() {
    depth = 0;
    last = counter.longValue();
    activate(this);
  }

  /** Stops; what was not added yet goes to site 0. */
  @Override
  public void close() {
    add(0);
    deactivate(this);
  }

  private static synchronized void activate(Recorder recorder) {
    if (active != null) {
      throw new IllegalStateException("another recorder is active");
    }
    active = recorder;
  }

  private static synchronized void deactivate(Recorder recorder) {
    if (active == recorder) {
      active = null;
    }
  }

  /** That of the calling thread, unless a hook in its own counter asks. */
  private static @Nullable Recorder own() {
    Recorder recorder = active;
    return recorder != null && recorder.thread == Thread.currentThread() && !recorder.reading
        ? recorder
        : null;
  }

  /** A woven method begins: what came before belongs to the call that led here. */
  public static void enter() {
    Recorder recorder = own();
    if (recorder != null) {
      recorder.push();
    }
  }

  /** A woven method ends, by a return or by an exception. */
  public static void leave() {
    Recorder recorder = own();
    if (recorder != null) {
      recorder.pop();
    }
  }

  /** A woven method has caught an exception, which its last call may have made. */
  public static void caught() {
    Recorder recorder = own();
    if (recorder != null) {
      recorder.add(recorder.calls[recorder.index()]);
    }
  }

  /** A woven method is about to make the call at the site. */
  public static void calling(int site) {
    Recorder recorder = own();
    if (recorder != null) {
      recorder.calls[recorder.index()] = site;
    }
  }

  /** The site has allocated, or the call at the site has returned. */
  public static void mark(int site) {
    Recorder recorder = own();
    if (recorder != null) {
      recorder.add(site);
    }
  }

  private void push() {
    int site = calls[index()];
    add(site);
    depth++;
    calls[index()] = site;
  }

  private void pop() {
    add(calls[index()]);
    // a method that was woven while it ran leaves without having entered
    if (depth > 0) {
      depth--;
    }
  }

  private long read() {
    reading = true;
    try {
      return counter.longValue();
    } finally {
      reading = false;
    }
  }

  private int index() {
    return Math.min(depth, DEEPEST);
  }

  private void add(int site) {
    long now = read();
    long grown = now - last;
    last = now;
    if (grown != 0) {
      int counted = site < bytes.length ? site : 0;
      bytes[counted] += grown;
      counts[counted]++;
    }
  }
}
