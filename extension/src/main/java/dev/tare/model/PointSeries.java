package dev.tare.model;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * Data points of a chart: samples of a method, or costs at several sizes.
 *
 * @param name what the points belong to: {@code CacheTests.lookup()}
 * @param unit the base unit of the values, as {@link dev.tare.unit.Quantity#unit()} returns it
 * @param positions the number of each sample, or a size; increasing
 * @param values the values, one for each position
 * @param marks indexes of marked points by mark, such as {@code outlier} or {@code interrupted}
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PointSeries(
    String name,
    String unit,
    List<Double> positions,
    List<Double> values,
    Map<String, List<Integer>> marks)
    implements Serializable {

  /**
   * Copies the lists; marks without points are left out.
   *
   * @throws IllegalArgumentException if the numbers of positions and values differ, or a mark is on
   *     no point
   */
  public PointSeries {
    positions = List.copyOf(positions);
    values = List.copyOf(values);
    int points = values.size();
    if (positions.size() != points) {
      throw new IllegalArgumentException(positions.size() + " positions of " + points + " values");
    }
    Map<String, List<Integer>> copied = new LinkedHashMap<>();
    marks.forEach(
        (mark, indexes) -> {
          if (indexes.stream().anyMatch(index -> index < 0 || index >= points)) {
            throw new IllegalArgumentException(mark + " at " + indexes + " of " + points);
          }
          if (!indexes.isEmpty()) {
            copied.put(mark, List.copyOf(indexes));
          }
        });
    marks = Collections.unmodifiableMap(copied);
  }

  /** Returns this series under another name. */
  public PointSeries named(String other) {
    return new PointSeries(other, unit, positions, values, marks);
  }
}
