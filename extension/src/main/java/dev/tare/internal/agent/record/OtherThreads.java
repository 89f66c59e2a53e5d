package dev.tare.internal.agent.record;

import java.util.List;

/**
 * The threads to record besides the calling one.
 *
 * @param limit the maximum number at a time
 * @param known the threads that are alive when the recording is created
 */
public record OtherThreads(int limit, List<KnownThread> known) {

  /** No other threads. */
  public static final OtherThreads NONE = new OtherThreads(0, List.of());

  /** Copies the list. */
  public OtherThreads {
    known = List.copyOf(known);
  }

  /**
   * A thread that is alive when the recording is created.
   *
   * @param allocated the bytes that it has allocated so far; negative if it is not recorded
   */
  public record KnownThread(Thread thread, long allocated) {}
}
