package dev.tare.model;

import static java.util.Comparator.comparingDouble;

import dev.tare.unit.Quantity;
import java.util.Comparator;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Where a figure went: rows, the largest first, that add up to the total exactly.
 *
 * @param total the sum of the rows
 * @param rows all rows, not only those that are printed
 * @param notes what else was found, one sentence each
 * @param savings by how much the figure could be smaller, the largest first; they do not overlap
 * @param holders who else holds what is therefore not part of the total, the largest first
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Breakdown(
    Quantity total,
    List<Row> rows,
    List<String> notes,
    List<Saving> savings,
    List<Holder> holders) {

  /**
   * Copies the lists and sorts the rows; equal rows stay in the order they were given.
   *
   * @throws IllegalArgumentException if a row is of another kind than the total, or the rows do not
   *     add up to it; sums of fractions may differ in their last binary digits
   */
  public Breakdown {
    rows = rows.stream().sorted(comparingDouble(Breakdown::amount).reversed()).toList();
    notes = List.copyOf(notes);
    savings = savings.stream().sorted(largestFirst()).toList();
    holders = List.copyOf(holders);
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

  /** A breakdown of which nothing could be saved and nothing is held elsewhere. */
  public Breakdown(Quantity total, List<Row> rows, List<String> notes) {
    this(total, rows, notes, List.of(), List.of());
  }

  private static Comparator<Saving> largestFirst() {
    return comparingDouble((Saving saving) -> saving.amount().amount()).reversed();
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

  /**
   * A part of the total that could be done without.
   *
   * @param amount how much
   * @param count how many objects it is made of
   * @param of how many such objects there are at that place
   * @param type their class
   * @param where their path
   * @param waste what they waste, for machines: {@code repeated-strings}
   * @param text the same for people: {@code 799 of 1,000 java.lang.String at items[*].name repeat
   *     an earlier one}
   */
  public record Saving(
      Quantity amount, long count, long of, String type, String where, String waste, String text) {}

  /**
   * Somebody else who holds a part of what was looked at.
   *
   * @param amount how much of it, counted for the first of several
   * @param count how many objects that is
   * @param name who it is: {@code static field com.shop.Catalogue.ITEMS}
   */
  public record Holder(Quantity amount, long count, String name) {}
}
