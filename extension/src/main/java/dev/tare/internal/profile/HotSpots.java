package dev.tare.internal.profile;

import java.util.List;

/**
 * In which methods a thread was found, the most frequent first.
 *
 * @param samples how often it was looked at
 */
public record HotSpots(long samples, List<Spot> spots) {

  /** Copies the list. */
  public HotSpots {
    spots = List.copyOf(spots);
  }

  /**
   * One method.
   *
   * @param method that ran
   * @param line of the application that led there; empty if there is none
   * @param samples how often it was found there
   */
  public record Spot(String method, String line, long samples) {}
}
