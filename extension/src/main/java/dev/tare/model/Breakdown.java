package dev.tare.model;

import static java.util.Comparator.comparingDouble;

import dev.tare.unit.Quantity;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Where a figure went: rows, the largest first, that add up to the total exactly.
 *
 * @param total the sum of the rows
 * @param rows all rows, not only those that are printed
 * @param notes what else was found, one sentence each: shared objects, savings
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Breakdown(Quantity total, List<Row> rows, List<String> notes) {

  /**
   * Copies the lists and sorts the rows; equal rows stay in the order they were given.
   *
   * @throws IllegalArgumentException if a row is of another kind than the total, or the rows do not
   *     add up to it; sums of fractions may differ in their last binary digits
   */
  public Breakdown {
    rows = rows.stream().sorted(comparingDouble(Breakdown::amount).reversed()).toList();
    notes = List.copyOf(notes);
    for (Row row : rows) {
      if (row.amount().getClass() != total.getClass()) {
        throw new IllegalArgumentException(
            "a row of " + row.amount().exact() + " in a total of " + total.exact());
      }
    }
    double sum = rows.stream().mapToDouble(Breakdown::amount).sum();
    if (Math.abs(sum - total.amount()) > rows.size() * Math.ulp(total.amount())) {
      throw new IllegalArgumentException("rows add up to " + sum + ", not to " + total.exact());
    }
  }

  private static double amount(Row row) {
    return row.amount().amount();
  }

  /**
   * One part of the total.
   *
   * @param amount its share
   * @param count how many objects or events it is made of
   * @param type the class or kind
   * @param where the path or the line
   */
  public record Row(Quantity amount, long count, String type, String where) {

    /**
     * @throws IllegalArgumentException if the count is negative
     */
    public Row {
      if (count < 0) {
        throw new IllegalArgumentException(count + " of " + type);
      }
    }
  }
}
