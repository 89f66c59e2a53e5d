package dev.tare.unit;

import org.apiguardian.api.API;

/**
 * An amount with a unit: what a budget allows and what a measurement shows.
 *
 * <p>Two quantities can be compared only when they are of the same kind.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Quantity permits DataSize, Elapsed, Count, Ratio, Power {

  /** The amount in the base unit: bytes, nanoseconds, items, the plain ratio or the exponent. */
  double amount();

  /**
   * The base unit as it is printed: {@code B}, {@code ns}, an empty text for counts, {@code x};
   * {@code power} for powers.
   */
  String unit();

  /**
   * The figure in the base unit, grouped, with every digit that says something: {@code 6,336 B}.
   */
  String exact();

  /** Two significant digits or more in the most readable unit: {@code 6.2 KiB}. */
  String rounded();

  /**
   * A text that an annotation accepts and that is not smaller than this: {@code 6336 B}; empty if
   * there is none.
   */
  String asBudget();

  /**
   * This quantity with another amount, given in the base unit; fractions of a byte or of an item
   * round down.
   *
   * @throws IllegalArgumentException if the amount is negative, not a number or out of range
   */
  Quantity withAmount(double amount);

  /** Whether the difference of two such quantities is one, too, and says how far they are apart. */
  default boolean subtracts() {
    return true;
  }

  /**
   * Compares two quantities of one kind.
   *
   * @throws ClassCastException if the kinds differ
   */
  int compare(Quantity other);

  /** The rounded figure with the exact one behind it, or the exact one alone where they agree. */
  default String both() {
    return rounded().equals(exact()) ? exact() : rounded() + " (" + exact() + ")";
  }
}
