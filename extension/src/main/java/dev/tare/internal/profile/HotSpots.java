package dev.tare.internal.profile;

import dev.tare.model.Breakdown;
import dev.tare.model.Remark;
import dev.tare.unit.Quantity;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Methods in which a thread was sampled, the most frequent first. */
public record HotSpots(long samples, List<Spot> spots) {

  /** No samples. */
  static final HotSpots NONE = new HotSpots(0, List.of());

  /** Copies the list. */
  public HotSpots {
    spots = List.copyOf(spots);
  }

  /** Returns the sum of these and later samples. */
  HotSpots plus(HotSpots later) {
    Map<List<String>, Long> counts = new LinkedHashMap<>();
    for (HotSpots some : List.of(this, later)) {
      some.spots.forEach(
          spot -> counts.merge(List.of(spot.method, spot.line), spot.samples, Long::sum));
    }
    return of(samples + later.samples, counts);
  }

  /**
   * Creates spots in decreasing order of their counts.
   *
   * @param counts number of samples by method and line
   */
  static HotSpots of(long samples, Map<List<String>, Long> counts) {
    return new HotSpots(
        samples,
        counts.entrySet().stream()
            .map(one -> new Spot(one.getKey().get(0), one.getKey().get(1), one.getValue()))
            .sorted(Comparator.comparingLong(Spot::samples).reversed())
            .toList());
  }

  /** Returns a breakdown of an amount by the samples of each place. */
  public Breakdown breakdown(Quantity amount, List<Remark> notes) {
    return new Breakdown(
        amount,
        spots.stream()
            .map(
                spot ->
                    new Breakdown.Row(
                        amount.withAmount(amount.amount() * spot.samples / samples),
                        spot.samples,
                        spot.method,
                        spot.line))
            .toList(),
        notes);
  }

  /**
   * Samples of one place.
   *
   * @param method the method that the line calls, or the innermost one
   * @param line innermost line of the application on the stack, else of a library; may be empty
   */
  public record Spot(String method, String line, long samples) {}
}
