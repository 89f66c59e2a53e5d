package dev.tare.internal.timing.call;

/** Errors of a time that no number of samples averages out. */
public final class TimingFloors {

  // Facts, "The loop": an empty body measures 0.000 ns; less than about 1 ns says nothing.
  public static final double CALL_NANOS = 1;

  // Facts, step 7: differences from run to run, as a standard deviation of the logarithm. Two
  // methods in one run share most of them.
  public static final double SYSTEMATIC_RATIO = 0.02;
  public static final double SYSTEMATIC_ABSOLUTE = 0.05;

  private TimingFloors() {}
}
