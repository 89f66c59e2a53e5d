package dev.tare.workloads;

/** Work of an application, outside of Tare's internal packages. */
public final class CompiledWork {

  private CompiledWork() {}

  /** Has no constants. */
  public static final class Summing {

    private Summing() {}

    /** Returns the sum of the numbers below. */
    public static int sum(int count) {
      int sum = 0;
      for (int i = 0; i < count; i++) {
        sum += i;
      }
      return sum;
    }
  }

  /** Has constants that are not equal to themselves. */
  public static final class WithNan {

    private WithNan() {}

    /** Returns how many of the numbers below are not numbers. */
    public static int count(int count) {
      int nans = 0;
      for (int i = 0; i < count; i++) {
        double value = i == 7 ? Double.NaN : i;
        nans += Double.isNaN(value) ? 1 : 0;
      }
      return nans;
    }
  }
}
