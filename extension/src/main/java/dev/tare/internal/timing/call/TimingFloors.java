package dev.tare.internal.timing.call;

/** Smallest time and smallest errors of a time; more samples do not reduce them. */
public final class TimingFloors {

  // Shortest time that is reported. An empty body measures 0 ns, so shorter times cannot be
  // distinguished from an empty body.
  public static final double CALL_NANOS = 1;

  // Variation from run to run, as a standard deviation of the logarithm. Two methods of one run
  // share most of it.
  public static final double SYSTEMATIC_RATIO = 0.02;
  public static final double SYSTEMATIC_ABSOLUTE = 0.05;

  private TimingFloors() {}
}
