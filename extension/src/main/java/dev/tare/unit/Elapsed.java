package dev.tare.unit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * A length of time in nanoseconds, with fractions, since benchmarks resolve less than a nanosecond.
 *
 * <table>
 * <caption>Accepted text forms</caption>
 * <tr><th>unit</th><th>nanoseconds</th><th>example</th></tr>
 * <tr><td>{@code ns}</td><td>1</td><td>{@code "250 ns"}</td></tr>
 * <tr><td>{@code us}, {@code µs}</td><td>1,000</td><td>{@code "30 us"}</td></tr>
 * <tr><td>{@code ms}</td><td>1,000,000</td><td>{@code "3 ms"}</td></tr>
 * <tr><td>{@code s}</td><td>1,000,000,000</td><td>{@code "2 s"}</td></tr>
 * </table>
 *
 * @param nanos nanoseconds, finite and never negative
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Elapsed(double nanos) implements Quantity {

  /**
   * Smallest time that is printed as a number. Shorter ones occur as ends of intervals from few
   * readings.
   */
  private static final double MIN_PRINTED = 1e-9;

  private static final List<String> UNITS = List.of("ns", "us", "ms", "s");

  // micro is spelled with the micro sign or, as some keyboards do, with the Greek letter mu
  private static final QuantityText TEXT =
      new QuantityText(
          Map.of(
              "ns", 1L,
              "us", 1_000L,
              "\u00b5s", 1_000L,
              "\u03bcs", 1_000L,
              "ms", 1_000_000L,
              "s", 1_000_000_000L),
          "ns, us, ms or s",
          "250 ns");

  /**
   * @throws IllegalArgumentException if the number is negative, infinite or not a number
   */
  public Elapsed {
    if (!(nanos >= 0) || Double.isInfinite(nanos)) {
      throw new IllegalArgumentException("not a length of time: " + nanos + " ns");
    }
    nanos += 0.0; // turns -0.0 into 0.0, since Double.compare distinguishes them
  }

  /**
   * Parses a length of time such as {@code "250 ns"}.
   *
   * @throws IllegalArgumentException if the number or the unit is missing or unknown, or the value
   *     is negative or more than {@link Long#MAX_VALUE} nanoseconds; the message quotes the text
   *     and gives an accepted example
   */
  public static Elapsed parse(String text) {
    return new Elapsed(TEXT.parse(text).doubleValue());
  }

  @Override
  public double amount() {
    return nanos;
  }

  @Override
  public String unit() {
    return "ns";
  }

  /** Returns nanoseconds; below 100 with one decimal, below 1 with three digits. */
  @Override
  public String exact() {
    if (nanos > 0 && nanos < MIN_PRINTED) {
      return "less than 0.000000001 ns";
    }
    return QuantityText.decimal(nanos) + " ns";
  }

  @Override
  public String rounded() {
    int exponent = unitExponent();
    return exponent == 0
        ? exact()
        : QuantityText.decimal(nanos / Math.pow(10, exponent)) + " " + UNITS.get(exponent / 3);
  }

  /** Returns three digits, rounded up, since clocks do not resolve a finer budget. */
  @Override
  public String asBudget() {
    int exponent = unitExponent();
    return BigDecimal.valueOf(nanos)
            .movePointLeft(exponent)
            .round(new MathContext(3, RoundingMode.CEILING))
            .stripTrailingZeros()
            .toPlainString()
        + " "
        + UNITS.get(exponent / 3);
  }

  /** Returns the power of ten of the unit in which at most three digits precede the point. */
  private int unitExponent() {
    if (nanos < 999.5) {
      return 0;
    }
    return nanos < 999.5e3 ? 3 : nanos < 999.5e6 ? 6 : 9;
  }

  @Override
  public Elapsed withAmount(double amount) {
    return new Elapsed(amount);
  }

  @Override
  public String toString() {
    return rounded();
  }
}
