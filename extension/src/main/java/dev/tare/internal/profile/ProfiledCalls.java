package dev.tare.internal.profile;

import dev.tare.internal.call.TestBody;

/** The calls of a body that is profiled, and what they allocate. */
public final class ProfiledCalls {

  /** In place of what is not known. */
  public static final long UNKNOWN = -1;

  private final TestBody body;
  private final Number counter;
  private long bytes = UNKNOWN;

  /**
   * @param counter answers as a long what the calling thread has allocated so far; negative if that
   *     is not known
   */
  public ProfiledCalls(TestBody body, Number counter) {
    this.body = body;
    this.counter = counter;
    // what is linked at the first reading must not be counted later
    counter.longValue();
  }

  /**
   * Makes so many calls.
   *
   * @throws Throwable what the body threw
   */
  public void make(long n) throws Throwable {
    long before = counter.longValue();
    body.repeat(n);
    long after = counter.longValue();
    if (before >= 0 && after >= 0) {
      long each = (after - before) / n;
      bytes = bytes == UNKNOWN ? each : Math.min(bytes, each);
    }
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
}
