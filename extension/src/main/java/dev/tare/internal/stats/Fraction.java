package dev.tare.internal.stats;

import java.math.BigInteger;

/**
 * Rational number in lowest terms.
 *
 * @param numerator numerator, of either sign
 * @param denominator denominator, more than 0
 */
record Fraction(BigInteger numerator, BigInteger denominator) implements Comparable<Fraction> {

  static Fraction of(long numerator, long denominator) {
    return of(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  static Fraction of(BigInteger numerator, BigInteger denominator) {
    BigInteger common = numerator.gcd(denominator);
    BigInteger divisor = denominator.signum() < 0 ? common.negate() : common;
    return new Fraction(numerator.divide(divisor), denominator.divide(divisor));
  }

  /** Returns the fraction with the smallest denominator strictly between two others. */
  static Fraction simplestBetween(Fraction lower, Fraction upper) {
    // by continued fractions, down the tree of M. Stern and A. Brocot
    if (lower.numerator.signum() < 0) {
      return upper.numerator.signum() > 0
          ? of(0, 1)
          : simplestBetween(upper.negated(), lower.negated()).negated();
    }
    BigInteger whole = lower.numerator.divide(lower.denominator);
    Fraction next = of(whole.add(BigInteger.ONE), BigInteger.ONE);
    if (next.compareTo(upper) < 0) {
      return next;
    }
    Fraction above = upper.minus(whole);
    Fraction rest = lower.minus(whole);
    Fraction within =
        rest.numerator.signum() == 0
            ? of(above.denominator.divide(above.numerator).add(BigInteger.ONE), BigInteger.ONE)
            : simplestBetween(above.inverted(), rest.inverted());
    return within.inverted().plus(whole);
  }

  /** Returns the product with a number, rounded down. */
  BigInteger floorOf(long times) {
    BigInteger[] parts =
        numerator.multiply(BigInteger.valueOf(times)).divideAndRemainder(denominator);
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  private Fraction minus(BigInteger whole) {
    return plus(whole.negate());
  }

  private Fraction plus(BigInteger whole) {
    return new Fraction(numerator.add(whole.multiply(denominator)), denominator);
  }

  private Fraction inverted() {
    return new Fraction(/* numerator= */ denominator, /* denominator= */ numerator);
  }

  private Fraction negated() {
    return new Fraction(numerator.negate(), denominator);
  }

  @Override
  public int compareTo(Fraction other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }

  @Override
  public String toString() {
    return denominator.equals(BigInteger.ONE)
        ? numerator.toString()
        : numerator + "/" + denominator;
  }
}
