package dev.tare.unit;

import java.util.Locale;
import org.apiguardian.api.API;

/**
 * The growth of a cost with a size, as an exponent: the cost is proportional to the size to this
 * power.
 *
 * <table>
 * <caption>Orders of growth</caption>
 * <tr><th>exponent</th><th>at most</th><th>examples</th></tr>
 * <tr><td>0</td><td>constant</td><td></td></tr>
 * <tr><td>up to 0.9</td><td>sublinear</td><td>log n, the square root of n</td></tr>
 * <tr><td>up to 1.85</td><td>linear</td><td>n, n log n</td></tr>
 * <tr><td>up to 2.5</td><td>quadratic</td><td>n squared</td></tr>
 * <tr><td>up to 3.5</td><td>cubic</td><td>n cubed</td></tr>
 * <tr><td>above</td><td></td><td>2 to the power of n</td></tr>
 * </table>
 *
 * @param exponent finite, never negative
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Power(double exponent) implements Quantity {

  // An exponent, which is the slope in a log-log plot, distinguishes these classes more reliably
  // than choosing among models that are fitted to measured times.

  /** The cost is the same for every size. */
  public static final Power CONSTANT = new Power(0);

  /** The largest power that is less than linear. */
  public static final Power SUBLINEAR = new Power(0.9);

  /** The largest power that is linear. */
  public static final Power LINEAR = new Power(1.85);

  /** The largest power that is quadratic. */
  public static final Power QUADRATIC = new Power(2.5);

  /** The largest power that is cubic. */
  public static final Power CUBIC = new Power(3.5);

  /**
   * @throws IllegalArgumentException if the exponent is negative, infinite or not a number
   */
  public Power {
    if (!(exponent >= 0) || Double.isInfinite(exponent)) {
      throw new IllegalArgumentException(
          "an exponent must be finite and not negative, for example 1; it is " + exponent);
    }
  }

  @Override
  public double amount() {
    return exponent;
  }

  @Override
  public String unit() {
    return "power";
  }

  @Override
  public String exact() {
    return String.format(Locale.ROOT, "n^%.2f", exponent);
  }

  /**
   * Returns the power with one decimal: {@code n}, {@code n^1.5}, {@code n²}. For the largest power
   * of an order, such as {@link #LINEAR}, returns what it stands for: {@code n}.
   */
  @Override
  public String rounded() {
    if (equals(CONSTANT)) {
      return "constant";
    }
    if (equals(SUBLINEAR)) {
      return "less than n";
    }
    boolean isLargest = equals(LINEAR) || equals(QUADRATIC) || equals(CUBIC);
    return String.format(Locale.ROOT, "n^%.1f", isLargest ? Math.rint(exponent - 0.4) : exponent)
        .replace("^1.0", "")
        .replace("^2.0", "²")
        .replace("^3.0", "³");
  }

  /** Returns the constant of an annotation's {@code atMost}; empty beyond cubic. */
  @Override
  public String asBudget() {
    if (exponent == 0) {
      return "CONSTANT";
    }
    if (compare(SUBLINEAR) <= 0) {
      return "SUBLINEAR";
    }
    if (compare(LINEAR) <= 0) {
      return "LINEAR";
    }
    if (compare(QUADRATIC) <= 0) {
      return "QUADRATIC";
    }
    return compare(CUBIC) <= 0 ? "CUBIC" : "";
  }

  /** Returns false: the difference of two powers is no power. */
  @Override
  public boolean subtracts() {
    return false;
  }

  @Override
  public Power withAmount(double amount) {
    return new Power(amount > Double.MIN_NORMAL ? amount : 0); // what is less than anything is 0
  }

  @Override
  public String toString() {
    return exact();
  }
}
