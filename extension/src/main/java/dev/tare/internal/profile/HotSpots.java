package dev.tare.internal.profile;

import dev.tare.model.Breakdown;
import dev.tare.model.Remark;
import dev.tare.unit.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers of samples of a thread by the place in which it was sampled. */
public record HotSpots(Map<Spot, Long> counts) {

  /**
   * A sampled place.
   *
   * @param method the method that the line calls, or the innermost one
   * @param line innermost line of the application on the stack, else of a library; may be empty
   */
  public record Spot(String method, String line) {}

  /** Copies the map. */
  public HotSpots {
    counts = new LinkedHashMap<>(counts);
  }

  /** Returns the sum of these and later samples. */
  HotSpots plus(HotSpots later) {
    HotSpots sum = new HotSpots(counts);
    later.counts.forEach((spot, count) -> sum.counts.merge(spot, count, Long::sum));
    return sum;
  }

  /** Returns the number of all samples. */
  public long samples() {
    return counts.values().stream().mapToLong(count -> count).sum();
  }

  /** Returns a breakdown of an amount by the samples of each place. */
  public Breakdown breakdown(Quantity amount, List<Remark> notes) {
    long samples = samples();
    return new Breakdown(
        amount,
        counts.entrySet().stream()
            .map(
                one ->
                    new Breakdown.Row(
                        amount.withAmount(amount.amount() * one.getValue() / samples),
                        one.getValue(),
                        one.getKey().method,
                        one.getKey().line))
            .toList(),
        notes);
  }
}
