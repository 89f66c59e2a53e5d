package dev.tare.internal.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Straight line through whole numbers that are rounded up to multiples of a grain: {@code
 * perElement * size + fixed + residual}, with residuals from 0 to less than a grain.
 *
 * @param perElement simplest rational slope that fits, as text: {@code 24}, {@code 1/8}
 * @param slope the slope as a number
 * @param fixed value at size 0
 * @param residuals residual of each point, never negative
 */
public record StraightLine(String perElement, double slope, long fixed, List<Long> residuals) {

  /** Copies the list. */
  public StraightLine {
    residuals = List.copyOf(residuals);
  }

  /**
   * Finds the line exactly, from the interval of slopes that fit.
   *
   * @param sizes increasing
   * @param amounts one for each size
   * @param grain grain to which amounts are rounded up
   * @return empty if no line fits all points
   */
  public static Optional<StraightLine> through(long[] sizes, long[] amounts, long grain) {
    Fraction lower = null;
    Fraction upper = null;
    for (int i = 0; i < sizes.length; i++) {
      for (int j = i + 1; j < sizes.length; j++) {
        long run = sizes[j] - sizes[i];
        long rise = amounts[j] - amounts[i];
        Fraction least = Fraction.of(rise - grain, run);
        Fraction most = Fraction.of(rise + grain, run);
        lower = lower == null || least.compareTo(lower) > 0 ? least : lower;
        upper = upper == null || most.compareTo(upper) < 0 ? most : upper;
      }
    }
    return lower == null || upper == null || lower.compareTo(upper) >= 0
        ? Optional.empty()
        : Optional.of(line(Fraction.simplestBetween(lower, upper), sizes, amounts));
  }

  private static StraightLine line(Fraction slope, long[] sizes, long[] amounts) {
    List<Long> rests = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      rests.add(amounts[i] - slope.floorOf(sizes[i]).longValueExact());
    }
    long fixed = Collections.min(rests);
    return new StraightLine(
        slope.toString(),
        slope.numerator().doubleValue() / slope.denominator().doubleValue(),
        fixed,
        rests.stream().map(rest -> rest - fixed).toList());
  }

  /** Returns whether every size has the same amount. */
  public boolean isConstant() {
    return slope == 0;
  }
}
