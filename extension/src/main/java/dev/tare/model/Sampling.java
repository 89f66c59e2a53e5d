package dev.tare.model;

import dev.tare.unit.Quantity;
import java.io.Serializable;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The readings from which a figure was computed, and the schedule of their calls.
 *
 * @param statistic the statistic of the readings: {@code minimum}, {@code value}, {@code median}
 * @param readings the number of readings judged, at least one
 * @param warmups the number of calls before them, which were not judged
 * @param smallest the smallest reading
 * @param largest the largest reading
 * @param first the reading of the first call, if it was taken separately; else null
 * @param series the samples or points that the figure was computed from, for charts; empty if there
 *     are only the readings
 * @param bytesPerCall mean number of bytes that an operation, which is a call unless a body has
 *     several, allocated in the samples, as compiled; null if it was not counted
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Sampling(
    String statistic,
    int readings,
    long warmups,
    Quantity smallest,
    Quantity largest,
    @Nullable Quantity first,
    List<PointSeries> series,
    @Nullable Double bytesPerCall)
    implements Serializable {

  /** Creates a sampling without series. */
  public Sampling(
      String statistic,
      int readings,
      long warmups,
      Quantity smallest,
      Quantity largest,
      @Nullable Quantity first) {
    this(statistic, readings, warmups, smallest, largest, first, List.of(), null);
  }

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there is no reading, the number of warm-ups is negative, or
   *     the smallest reading is more than the largest
   */
  public Sampling {
    if (readings < 1 || warmups < 0) {
      throw new IllegalArgumentException(readings + " readings after " + warmups + " warm-ups");
    }
    series = List.copyOf(series);
    if (smallest.compare(largest) > 0) {
      throw new IllegalArgumentException(
          "the smallest reading " + smallest.exact() + " is more than " + largest.exact());
    }
  }

  /** Returns the sampling of a single reading without warm-up. */
  public static Sampling single(Quantity reading) {
    return new Sampling("value", 1, 0, reading, reading, null);
  }

  /** Returns this sampling with other series. */
  public Sampling withSeries(List<PointSeries> others) {
    return new Sampling(
        statistic, readings, warmups, smallest, largest, first, others, bytesPerCall);
  }

  /** Returns this sampling with the mean number of bytes that a call allocated. */
  public Sampling withBytesPerCall(double bytes) {
    return new Sampling(statistic, readings, warmups, smallest, largest, first, series, bytes);
  }

  /** Returns whether all readings judged were equal. */
  public boolean allEqual() {
    return smallest.compare(largest) == 0;
  }
}
