package dev.tare.internal.profile;

import dev.tare.body.TestBody;
import java.util.List;

/**
 * Calls a body while it is profiled, with its preparations, and counts the bytes that it allocates.
 */
public final class ProfiledCalls {

  /** Placeholder for an unknown number of bytes. */
  public static final long UNKNOWN = -1;

  /**
   * Name of the method of this class that is on the stack while the body of prepared calls runs.
   */
  static final String CALL = "call";

  private final TestBody body;
  private final List<TestBody> preparations;
  private final Number counter;
  private final boolean countsBytes;
  private long bytes = UNKNOWN;

  /** Listener for the beginning and end of the body, without its preparations. */
  interface BodyListener {

    /** Called before the body runs. */
    void beforeBody();

    /** Called after the body has run. */
    void afterBody();
  }

  /**
   * Creates calls of a body.
   *
   * @param preparations called before each call of the body, and not profiled; usually empty
   * @param counter number whose {@code longValue()} is the bytes that the calling thread has
   *     allocated; negative if unknown
   */
  public ProfiledCalls(TestBody body, List<TestBody> preparations, Number counter) {
    this.body = body;
    this.preparations = List.copyOf(preparations);
    this.counter = counter;
    // also links the counter before the counted calls
    this.countsBytes = counter.longValue() >= 0;
  }

  /** Returns whether the body has preparations. */
  public boolean isPrepared() {
    return !preparations.isEmpty();
  }

  /**
   * Makes n calls.
   *
   * @throws Throwable exception of the body or of its preparations
   */
  public void repeat(long n) throws Throwable {
    AllocationSum sum = new AllocationSum();
    repeat(n, sum);
    if (countsBytes) {
      long bytesPerCall = sum.bytes / n;
      bytes = bytes == UNKNOWN ? bytesPerCall : Math.min(bytes, bytesPerCall);
    }
  }

  /** Makes n calls without counting the bytes that they allocate. */
  void repeat(long n, BodyListener listener) throws Throwable {
    if (!isPrepared()) {
      listener.beforeBody();
      try {
        body.repeat(n);
      } finally {
        listener.afterBody();
      }
      return;
    }
    for (long i = 0; i < n; i++) {
      for (TestBody preparation : preparations) {
        preparation.run();
      }
      listener.beforeBody();
      try {
        call();
      } finally {
        listener.afterBody();
      }
    }
  }

  private void call() throws Throwable {
    body.run();
  }

  /**
   * Returns the bytes that a call allocates: the smallest mean of all turns; {@link #UNKNOWN} if
   * they are not counted.
   */
  public long bytes() {
    return bytes;
  }

  void forget() {
    body.forget();
  }

  /** Sums the bytes that the calls allocate. */
  private final class AllocationSum implements BodyListener {

    private long before;
    private long bytes;

    @Override
    public void beforeBody() {
      before = counter.longValue();
    }

    @Override
    public void afterBody() {
      bytes += counter.longValue() - before;
    }
  }
}
