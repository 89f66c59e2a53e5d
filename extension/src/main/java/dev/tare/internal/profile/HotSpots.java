package dev.tare.internal.profile;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * In which methods a thread was found, the most frequent first.
 *
 * @param samples how often it was looked at
 */
public record HotSpots(long samples, List<Spot> spots) {

  /** Nobody has looked. */
  static final HotSpots NONE = new HotSpots(0, List.of());

  /** Copies the list. */
  public HotSpots {
    spots = List.copyOf(spots);
  }

  /** Of one look after the other. */
  HotSpots plus(HotSpots later) {
    Map<List<String>, Long> counts = new LinkedHashMap<>();
    for (HotSpots some : List.of(this, later)) {
      some.spots.forEach(
          spot -> counts.merge(List.of(spot.method, spot.line), spot.samples, Long::sum));
    }
    return of(samples + later.samples, counts);
  }

  /**
   * The most frequent first.
   *
   * @param counts by method and line
   */
  static HotSpots of(long samples, Map<List<String>, Long> counts) {
    return new HotSpots(
        samples,
        counts.entrySet().stream()
            .map(one -> new Spot(one.getKey().get(0), one.getKey().get(1), one.getValue()))
            .sorted(Comparator.comparingLong(Spot::samples).reversed())
            .toList());
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
