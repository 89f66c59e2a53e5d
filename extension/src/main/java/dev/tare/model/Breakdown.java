package dev.tare.model;

import static java.util.Comparator.comparingDouble;

import dev.tare.unit.Quantity;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a figure: rows, the largest first, that add up to the total exactly.
 *
 * @param total the sum of the rows
 * @param rows all rows, not only those that are printed
 * @param notes further findings
 * @param savings amounts by which the figure could be smaller, the largest first; they do not
 *     overlap
 * @param calls the call tree, callers before what they call; empty unless calls were counted or the
 *     lines of allocated bytes were recorded
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Breakdown(
    Quantity total, List<Row> rows, List<Remark> notes, List<Saving> savings, List<CallNode> calls)
    implements Serializable {

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
    calls = List.copyOf(calls);
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

  /** Creates a breakdown without savings. */
  public Breakdown(Quantity total, List<Row> rows, List<Remark> notes) {
    this(total, rows, notes, List.of(), List.of());
  }

  /** Returns this breakdown with other notes. */
  public Breakdown withNotes(List<Remark> others) {
    return new Breakdown(total, rows, others, savings, calls);
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
   * @param amount the amount of this part
   * @param count the number of its objects or events
   * @param type their class or kind
   * @param where their path or source line
   * @param total the amount including that of the methods it calls, which have their own rows; null
   *     if unknown
   * @param bytesPerCall the bytes that one of the calls allocates; null if unknown
   * @param unsteady why the amount differs from run to run of the same code, so that it is no
   *     weight; empty if it is not known to
   */
  public record Row(
      Quantity amount,
      long count,
      String type,
      String where,
      @Nullable Quantity total,
      @Nullable Quantity bytesPerCall,
      String unsteady)
      implements Serializable {

    /** Type of the rows of a count of calls: each is the line of a caller. */
    public static final String CALLED_BY = "called by";

    /** Creates a row of something other than calls, without their total and bytes. */
    public Row(Quantity amount, long count, String type, String where) {
      this(amount, count, type, where, "");
    }

    /** Creates a row of something other than calls that may differ from run to run. */
    public Row(Quantity amount, long count, String type, String where, String unsteady) {
      this(amount, count, type, where, null, null, unsteady);
    }

    /** Creates a row of calls. */
    public Row(
        Quantity amount,
        long count,
        String type,
        String where,
        @Nullable Quantity total,
        @Nullable Quantity bytesPerCall) {
      this(amount, count, type, where, total, bytesPerCall, "");
    }

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
   * A part of the total that could be saved.
   *
   * @param amount the amount that could be saved
   * @param count the number of objects that waste it
   * @param of the number of all such objects at that place
   * @param type their class
   * @param where their path
   * @param waste the kind of waste, for machines: {@code repeated-strings}
   * @param text a description for people: {@code 799 of 1,000 java.lang.String at items[*].name
   *     repeat an earlier one}
   */
  public record Saving(
      Quantity amount, long count, long of, String type, String where, String waste, String text)
      implements Serializable {}

  /**
   * A method or line in the call tree, reached along one path of calls.
   *
   * @param parent the position of the caller in the list; {@link #NO_CALLER} for the first node,
   *     which stands for all code that was not recorded
   * @param method its name: {@code Cart.total()}; for a line, {@code byte[] at
   *     Cart.name(Cart.java:9)}
   * @param calls the number of its calls along this path, or of the objects that the line created
   * @param amount its own amount along this path, without that of the methods it calls; the amounts
   *     of all nodes add up to the total
   */
  public record CallNode(int parent, String method, long calls, Quantity amount)
      implements Serializable {

    /** The parent of the first node. */
    public static final int NO_CALLER = -1;
  }
}
