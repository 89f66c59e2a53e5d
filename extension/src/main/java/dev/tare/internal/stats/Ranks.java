package dev.tare.internal.stats;

import java.util.Arrays;

/** Comparison of two samples by the order of their values. */
public final class Ranks {

  // Mann, H. B.; Whitney, D. R. (1947): On a test of whether one of two random variables is
  // stochastically larger than the other. U / (n m) is the share of pairs.

  private Ranks() {}

  /**
   * Returns the share of all pairs of values, one of each sample, in which that of the first is
   * larger. Equal values count half.
   *
   * @return 0 if no value of the first is larger than any of the second, 1 if each is; NaN if a
   *     sample is empty
   */
  public static double shareAbove(double[] first, double[] second) {
    double[] sorted = second.clone();
    Arrays.sort(sorted);
    double below = 0;
    for (double value : first) {
      int from = insertion(sorted, value, false);
      int to = insertion(sorted, value, true);
      below += from + (to - from) / 2.0;
    }
    return below / ((double) first.length * second.length);
  }

  /** Returns the number of values that are less than a value, or at most it. */
  private static int insertion(double[] sorted, double value, boolean inclusive) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value || (inclusive && sorted[middle] == value)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
