package dev.tare.internal.agent.record;

import java.util.List;

/**
 * The threads to record besides the calling one.
 *
 * @param limit the maximum number at a time
 * @param known the threads that are alive when the recording is created
 * @param isEvery whether every thread is recorded, the known ones from their first hook on
 */
public record OtherThreads(int limit, List<KnownThread> known, boolean isEvery) {

  /** No other threads. */
  public static final OtherThreads NONE = new OtherThreads(0, List.of(), false);

  private static final int MAX_THREADS = 1 << 11;

  /** Copies the list. */
  public OtherThreads {
    known = List.copyOf(known);
  }

  /** Returns every thread, up to {@value #MAX_THREADS} that are alive at a time. */
  public static OtherThreads every() {
    return new OtherThreads(
        MAX_THREADS,
        Thread.getAllStackTraces().keySet().stream()
            .map(thread -> new KnownThread(thread, 0))
            .toList(),
        true);
  }

  /**
   * A thread that is alive when the recording is created.
   *
   * @param allocated the bytes that it has allocated so far; negative if it is not recorded
   */
  public record KnownThread(Thread thread, long allocated) {}
}
