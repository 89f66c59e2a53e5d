package dev.tare.internal.profile;

import dev.tare.model.Breakdown;
import dev.tare.model.Remark;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a thread spends its time. It is sampled while it runs Java code; its waits are recorded
 * with their durations. The samples share out the time in which it does not wait.
 *
 * @param samples the number of samples of each place
 * @param waits the nanoseconds for which it waits in each place
 * @param nanos the nanoseconds of the recorded calls
 */
public record HotSpots(Map<Spot, Long> samples, Map<Spot, Long> waits, long nanos) {

  /** Number of samples below which they are not shown, since single samples would be rows. */
  static final int MIN_SAMPLES = 30;

  /** Row of the time in which the thread does not wait, if too few samples show what it does. */
  static final String UNSEEN = "does not wait; too few samples to show where it works";

  private static final double PERIOD_NANOS = 10_000_000;

  /**
   * A place in the code.
   *
   * @param method the method that the line calls, or the innermost one
   * @param line innermost line of the application on the stack, else of a library; may be empty
   */
  public record Spot(String method, String line) {}

  /** Copies the maps. */
  public HotSpots {
    samples = new LinkedHashMap<>(samples);
    waits = new LinkedHashMap<>(waits);
  }

  /** Returns those of no calls. */
  static HotSpots none() {
    return new HotSpots(Map.of(), Map.of(), 0);
  }

  /** Returns the sum of these and later ones. */
  HotSpots plus(HotSpots later) {
    return new HotSpots(sum(samples, later.samples), sum(waits, later.waits), nanos + later.nanos);
  }

  private static Map<Spot, Long> sum(Map<Spot, Long> these, Map<Spot, Long> those) {
    Map<Spot, Long> sum = new LinkedHashMap<>(these);
    those.forEach((spot, amount) -> sum.merge(spot, amount, Long::sum));
    return sum;
  }

  /** Returns whether these show where most of the time is spent. */
  boolean suffice() {
    return count() >= MIN_SAMPLES || 2 * total(waits) >= Math.max(1, nanos);
  }

  /** Returns the number of all samples. */
  public long count() {
    return total(samples);
  }

  private static long total(Map<Spot, Long> amounts) {
    return amounts.values().stream().mapToLong(amount -> amount).sum();
  }

  /** Returns a breakdown of an amount by the places. */
  public Breakdown breakdown(Quantity amount, List<Remark> notes) {
    long waited = total(waits);
    double all = Math.max(Math.max(1, nanos), waited);
    double worked = (all - waited) / all;
    List<Breakdown.Row> rows = new ArrayList<>();
    if (count() < MIN_SAMPLES) {
      rows.add(row(amount, worked, count(), UNSEEN, ""));
    } else {
      samples.forEach(
          (spot, count) ->
              rows.add(row(amount, worked * count / count(), count, spot.method, spot.line)));
    }
    waits.forEach(
        (spot, wait) ->
            rows.add(
                row(
                    amount,
                    wait / all,
                    Math.round(wait / PERIOD_NANOS),
                    "waits " + spot.method,
                    spot.line)));
    return new Breakdown(amount, rows, notes);
  }

  private static Breakdown.Row row(
      Quantity amount, double share, long count, String method, String line) {
    return new Breakdown.Row(amount.withAmount(amount.amount() * share), count, method, line);
  }
}
