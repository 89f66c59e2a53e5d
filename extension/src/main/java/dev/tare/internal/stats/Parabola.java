package dev.tare.internal.stats;

import java.math.BigInteger;
import java.util.Optional;

/**
 * Quadratic polynomial through whole numbers that are rounded up to multiples of a grain: {@code
 * perSquare * size^2} and a straight line.
 *
 * @param perSquare simplest rational coefficient that fits, as text: {@code 2}, {@code 1/10}
 * @param line the linear and constant part
 */
public record Parabola(String perSquare, StraightLine line) {

  private static final int MIN_POINTS = 4;

  /**
   * Relative precision that the coefficient needs, so that steps do not match a parabola by chance.
   */
  private static final long MIN_PRECISION = 256;

  /**
   * Finds the parabola that passes through all points and opens upwards.
   *
   * @param sizes increasing
   * @param amounts one for each size
   * @param grain grain to which amounts are rounded up
   * @return empty if there is none, or with fewer than four points, which always lie on one
   */
  public static Optional<Parabola> through(long[] sizes, long[] amounts, long grain) {
    if (sizes.length < MIN_POINTS) {
      return Optional.empty();
    }
    Fraction lower = null;
    Fraction upper = null;
    for (int i = 0; i < sizes.length; i++) {
      for (int j = i + 1; j < sizes.length; j++) {
        for (int k = j + 1; k < sizes.length; k++) {
          Triple triple = new Triple(sizes[i], sizes[j], sizes[k]);
          // either the outer amounts or the middle one may be too large by a grain
          Fraction least = triple.curvature(amounts[i] - grain, amounts[j], amounts[k] - grain);
          Fraction most = triple.curvature(amounts[i], amounts[j] - grain, amounts[k]);
          lower = lower == null || least.compareTo(lower) > 0 ? least : lower;
          upper = upper == null || most.compareTo(upper) < 0 ? most : upper;
        }
      }
    }
    if (lower == null || upper == null || !isPrecise(lower, upper)) {
      return Optional.empty();
    }
    Fraction perSquare = Fraction.simplestBetween(lower, upper);
    long[] rest = new long[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      rest[i] = amounts[i] - perSquare.floorOf(sizes[i] * sizes[i]).longValueExact();
    }
    // rounding the square down adds less than one
    return StraightLine.through(sizes, rest, grain + 1)
        .map(line -> new Parabola(perSquare.toString(), line));
  }

  private static boolean isPrecise(Fraction lower, Fraction upper) {
    if (lower.compareTo(upper) >= 0 || lower.numerator().signum() <= 0) {
      return false;
    }
    BigInteger precision = BigInteger.valueOf(MIN_PRECISION);
    Fraction above =
        Fraction.of(
            lower.numerator().multiply(precision.add(BigInteger.ONE)),
            lower.denominator().multiply(precision));
    return upper.compareTo(above) < 0;
  }

  /** Three increasing sizes. */
  private record Triple(long first, long second, long third) {

    /** Returns the second divided difference of three amounts. */
    Fraction curvature(long atFirst, long atSecond, long atThird) {
      BigInteger later = product(atThird - atSecond, second - first);
      BigInteger earlier = product(atSecond - atFirst, third - second);
      return Fraction.of(
          later.subtract(earlier),
          product(second - first, third - second).multiply(BigInteger.valueOf(third - first)));
    }

    private static BigInteger product(long one, long other) {
      return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
    }
  }
}
