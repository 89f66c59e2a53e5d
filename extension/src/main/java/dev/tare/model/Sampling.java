package dev.tare.model;

import dev.tare.unit.Quantity;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * How a figure was taken from repeated readings.
 *
 * @param statistic what was made of the readings: {@code minimum}, {@code value}, {@code median}
 * @param readings the number of readings judged, at least one
 * @param warmups the number of calls before them, which were not judged
 * @param smallest the smallest reading
 * @param largest the largest reading
 * @param first the reading of the very first call, where one was taken apart from the others
 * @param undisturbed the least that the figure would be if nothing had slowed down most of the
 *     readings, as far as can be told; null where nothing did, or where it is not known
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Sampling(
    String statistic,
    int readings,
    long warmups,
    Quantity smallest,
    Quantity largest,
    @Nullable Quantity first,
    @Nullable Quantity undisturbed) {

  /** Readings that nothing slowed down, as far as it is known. */
  public Sampling(
      String statistic,
      int readings,
      long warmups,
      Quantity smallest,
      Quantity largest,
      @Nullable Quantity first) {
    this(statistic, readings, warmups, smallest, largest, first, null);
  }

  /**
   * @throws IllegalArgumentException if there is no reading, fewer than no warm-up, or the smallest
   *     reading is more than the largest
   */
  public Sampling {
    if (readings < 1 || warmups < 0) {
      throw new IllegalArgumentException(readings + " readings after " + warmups + " warm-ups");
    }
    if (smallest.compare(largest) > 0) {
      throw new IllegalArgumentException(
          "the smallest reading " + smallest.exact() + " is more than " + largest.exact());
    }
  }

  /** One reading, nothing before it. */
  public static Sampling single(Quantity reading) {
    return new Sampling("value", 1, 0, reading, reading, null);
  }

  /** The same, slowed down by something that is known now. */
  public Sampling slowedDown(Quantity least) {
    return new Sampling(statistic, readings, warmups, smallest, largest, first, least);
  }

  /** Whether something slowed down most of the readings. */
  public boolean isSlowedDown() {
    return undisturbed != null;
  }

  /** Whether all readings judged were equal. */
  public boolean allEqual() {
    return smallest.compare(largest) == 0;
  }
}
