package dev.tare.internal.profile;

import dev.tare.body.TestBody;
import dev.tare.internal.profile.FlightRecording.SampledStack.Frame;
import java.util.List;

/**
 * Calls a body while it is profiled, with its preparations, and counts the bytes that it allocates.
 */
public final class ProfiledCalls {

  /** Placeholder for an unknown number of bytes. */
  public static final long UNKNOWN = -1;

  private final TestBody body;
  private final List<TestBody> preparations;
  private final Number counter;
  private final boolean countsBytes;
  private long bytes = UNKNOWN;
  private long before;
  private long sum;
  private long beforeNanos;
  private long nanos;

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
    sum = 0;
    repeat(n, this::begin, this::end);
    if (countsBytes) {
      bytes = bytes == UNKNOWN ? sum / n : Math.min(bytes, sum / n);
    }
  }

  private void begin() {
    before = counter.longValue();
    beforeNanos = System.nanoTime();
  }

  private void end() {
    nanos += System.nanoTime() - beforeNanos;
    sum += counter.longValue() - before;
  }

  /** Returns the time of all calls by {@link #repeat(long)}, without preparations. */
  long nanos() {
    return nanos;
  }

  /**
   * Makes n calls without counting the bytes that they allocate.
   *
   * @param begin called before the body runs, after its preparations
   * @param end called after the body has run
   */
  void repeat(long n, Runnable begin, Runnable end) throws Throwable {
    for (long i = 0; i < (isPrepared() ? n : 1); i++) {
      for (TestBody preparation : preparations) {
        preparation.run();
      }
      begin.run();
      try {
        if (isPrepared()) {
          call();
        } else {
          body.repeat(n);
        }
      } finally {
        end.run();
      }
    }
  }

  private void call() throws Throwable {
    body.run();
  }

  /** Returns whether a frame is the call of a body that has preparations. */
  static boolean callsBody(Frame frame) {
    return frame.method().equals("call") && frame.type().equals(ProfiledCalls.class.getName());
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
}
