package dev.tare.internal.agent.record;

import java.util.List;

/**
 * Which threads are recorded besides the one that records.
 *
 * @param most how many, at most at a time
 * @param known those that are there already
 */
public record OtherThreads(int most, List<Known> known) {

  /** None. */
  public static final OtherThreads NONE = new OtherThreads(0, List.of());

  /** Copies the list. */
  public OtherThreads {
    known = List.copyOf(known);
  }

  /**
   * A thread that is there already.
   *
   * @param allocated what it has allocated so far; negative if it is not recorded
   */
  public record Known(Thread thread, long allocated) {}
}
