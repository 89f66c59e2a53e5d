package dev.tare.model;

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
   * Copies the lists.
   *
   * @throws IllegalArgumentException if the rows do not add up to the total
   */
  public Breakdown {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
    double sum = rows.stream().mapToDouble(row -> row.amount().amount()).sum();
    if (sum != total.amount()) {
      throw new IllegalArgumentException("rows add up to " + sum + ", not to " + total.exact());
    }
  }

  /**
   * One part of the total.
   *
   * @param amount its share
   * @param count how many objects or events it is made of
   * @param type the class or kind
   * @param where the path or the line
   */
  public record Row(Quantity amount, long count, String type, String where) {}
}
