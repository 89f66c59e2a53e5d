package dev.tare.internal.profile;

import dev.tare.internal.call.TestBody;
import java.util.List;

/**
 * The calls of a body that is profiled, each prepared before it where that is asked for, and what
 * they allocate.
 */
public final class ProfiledCalls {

  /** In place of what is not known. */
  public static final long UNKNOWN = -1;

  /** The method of this class that is on the stack while the body of prepared calls runs. */
  static final String CALL = "call";

  private final TestBody body;
  private final List<TestBody> preparations;
  private final Number counter;
  private final boolean counted;
  private long bytes = UNKNOWN;

  /** Is told between which moments the body runs, and nothing else of the test. */
  interface Bracket {

    /** It begins. */
    void open();

    /** It has ended. */
    void close();
  }

  /**
   * @param preparations called before each call of the body, and not profiled; mostly none
   * @param counter answers as a long what the calling thread has allocated so far; negative if that
   *     is not known
   */
  public ProfiledCalls(TestBody body, List<TestBody> preparations, Number counter) {
    this.body = body;
    this.preparations = List.copyOf(preparations);
    this.counter = counter;
    // it also links at once what must not be counted later
    this.counted = counter.longValue() >= 0;
  }

  /** Whether more than the body runs on the thread. */
  public boolean isPrepared() {
    return !preparations.isEmpty();
  }

  /**
   * Makes so many calls.
   *
   * @throws Throwable what the body threw, or what prepares it
   */
  public void make(long n) throws Throwable {
    Sum sum = new Sum();
    make(n, sum);
    if (counted) {
      long each = sum.made / n;
      bytes = bytes == UNKNOWN ? each : Math.min(bytes, each);
    }
  }

  /** The same; the bytes that they allocate are not counted. */
  void make(long n, Bracket bracket) throws Throwable {
    if (!isPrepared()) {
      bracket.open();
      try {
        body.repeat(n);
      } finally {
        bracket.close();
      }
      return;
    }
    for (long i = 0; i < n; i++) {
      for (TestBody preparation : preparations) {
        preparation.run();
      }
      bracket.open();
      try {
        call();
      } finally {
        bracket.close();
      }
    }
  }

  private void call() throws Throwable {
    body.run();
  }

  /**
   * The bytes that a call allocates: of all that were made together, those with the fewest; {@link
   * #UNKNOWN} if they are not counted.
   */
  public long bytes() {
    return bytes;
  }

  void forget() {
    body.forget();
  }

  /** Adds up what the calls allocate. */
  private final class Sum implements Bracket {

    private long before;
    private long made;

    @Override
    public void open() {
      before = counter.longValue();
    }

    @Override
    public void close() {
      made += counter.longValue() - before;
    }
  }
}
