package dev.tare.unit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.apiguardian.api.API;

/**
 * A quotient of two amounts: 1.10 is ten per cent more.
 *
 * @param times the quotient, finite and not negative
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Ratio(double times) implements Quantity {

  private static final double SMALL_BELOW = 0.1;

  /**
   * Smallest ratio that is printed as a number. Smaller ones occur as ends of intervals from few
   * readings.
   */
  private static final double MIN_PRINTED = 1e-9;

  /** Largest ratio that is printed as a number. Larger ones stand for a quotient of nothing. */
  private static final double MAX_PRINTED = 1e9;

  /** Largest ratio that is accepted as a limit. */
  private static final double MAX_LIMIT = 1e6;

  /**
   * @throws IllegalArgumentException if the quotient is negative, infinite or not a number
   */
  public Ratio {
    if (!(times >= 0) || Double.isInfinite(times)) {
      throw new IllegalArgumentException(
          "a ratio must be finite and not negative, for example 1.10; it is " + times);
    }
  }

  @Override
  public double amount() {
    return times;
  }

  @Override
  public String unit() {
    return "x";
  }

  @Override
  public String exact() {
    return isPrinted() ? String.format(Locale.ROOT, "%.3fx", times) : printed(3);
  }

  @Override
  public String rounded() {
    return isPrinted() ? String.format(Locale.ROOT, "%.2fx", times) : printed(2);
  }

  @Override
  public String both() {
    return rounded();
  }

  @Override
  public String asBudget() {
    // valueOf uses the digits of the source code: 1.10 stays 1.10, which no double is exactly
    if (times > MAX_LIMIT) {
      return "";
    }
    return isSmall()
        ? significant(2, RoundingMode.CEILING)
        : BigDecimal.valueOf(times).setScale(2, RoundingMode.CEILING).toPlainString();
  }

  /** Returns whether two or three decimals would show hardly any significant digit. */
  private boolean isSmall() {
    return times < SMALL_BELOW;
  }

  /** Returns whether the ratio is printed with decimals. */
  private boolean isPrinted() {
    return !isSmall() && times <= MAX_PRINTED;
  }

  private String printed(int digits) {
    if (times > MAX_PRINTED || times == 0) {
      return times == 0 ? "0x" : "more than 1,000,000,000x";
    }
    return times < MIN_PRINTED
        ? "less than 0.000000001x"
        : significant(digits, RoundingMode.HALF_UP) + "x";
  }

  private String significant(int digits, RoundingMode mode) {
    return BigDecimal.valueOf(times).round(new MathContext(digits, mode)).toPlainString();
  }

  @Override
  public Ratio withAmount(double amount) {
    return new Ratio(amount);
  }

  @Override
  public String toString() {
    return rounded();
  }
}
