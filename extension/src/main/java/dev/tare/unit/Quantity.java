package dev.tare.unit;

import java.io.Serializable;
import org.apiguardian.api.API;

/**
 * An amount with a unit, such as a limit or a measured figure.
 *
 * <p>Two quantities can be compared only when they are of the same class.
 *
 * <p>Prefer Tare's own classes. A metric of your own can have another unit with a record of one
 * amount:
 *
 * <pre>{@code
 * record Energy(double amount) implements Quantity {
 *   public String unit() {
 *     return "J";
 *   }
 *
 *   public Energy withAmount(double joules) {
 *     return new Energy(joules);
 *   }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Quantity extends Serializable {

  /** Returns the amount in the base unit: bytes, nanoseconds, items, the ratio or the exponent. */
  double amount();

  /**
   * Returns the base unit as it is printed: {@code B}, {@code ns}, an empty text for counts, {@code
   * x}; {@code power} for powers.
   */
  String unit();

  /** Returns the figure in the base unit, grouped, with all significant digits: {@code 6,336 B}. */
  default String exact() {
    return QuantityText.grouped(amount()) + (unit().isEmpty() ? "" : " " + unit());
  }

  /** Returns two or more significant digits in the most readable unit: {@code 6.2 KiB}. */
  default String rounded() {
    return exact();
  }

  /**
   * Returns the text with which an annotation sets this amount as its limit, or the next larger
   * amount that it accepts: {@code 6336 B}; empty if there is none.
   */
  default String asBudget() {
    return "";
  }

  /**
   * Returns this quantity with another amount in the base unit; fractions of a byte or an item
   * round down.
   *
   * @throws IllegalArgumentException if the amount is negative, not a number or out of range
   */
  Quantity withAmount(double amount);

  /** Returns whether the difference of two such quantities is a meaningful quantity. */
  default boolean subtracts() {
    return true;
  }

  /**
   * Compares two quantities of one class.
   *
   * @throws ClassCastException if the classes differ
   */
  default int compare(Quantity other) {
    return Double.compare(amount(), getClass().cast(other).amount());
  }

  /**
   * Returns the rounded figure followed by the exact one, or only the exact one if both are equal.
   */
  default String both() {
    return rounded().equals(exact()) ? exact() : rounded() + " (" + exact() + ")";
  }
}
