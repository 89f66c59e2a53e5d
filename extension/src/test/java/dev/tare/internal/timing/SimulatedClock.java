package dev.tare.internal.timing;

/** A clock that stands still until someone reads it or lets time pass. */
final class SimulatedClock implements Clock {

  private static final double READING_NANOS = 40;

  private double wall;
  private double cpu;
  private double starved;
  private double compile;
  private double gc;
  private long gcCount;
  private long classes;
  private double cpuTick = 1;

  /** Real time in which this thread's processor worked the share given. */
  void pass(double nanos, double cpuShare) {
    wall += nanos;
    cpu += nanos * cpuShare;
  }

  /** Real time in which other programs have all processors. */
  void starve(double nanos) {
    wall += nanos;
    starved += nanos;
  }

  void compile(double nanos) {
    compile += nanos;
  }

  void collect(double nanos) {
    wall += nanos;
    gc += nanos;
    gcCount++;
  }

  void load(int number) {
    classes += number;
  }

  /** The CPU clock advances in steps of so many nanoseconds from now on. */
  void tickEvery(double nanos) {
    cpuTick = nanos;
  }

  double seconds() {
    return wall / 1e9;
  }

  @Override
  public long wallNanos() {
    pass(READING_NANOS, 1);
    return (long) wall;
  }

  @Override
  public long threadCpuNanos() {
    return (long) (Math.floor(cpu / cpuTick) * cpuTick);
  }

  @Override
  public long starvedNanos() {
    return (long) starved;
  }

  @Override
  public long compileMillis() {
    return (long) (compile / 1e6);
  }

  @Override
  public long gcMillis() {
    return (long) (gc / 1e6);
  }

  @Override
  public long gcCount() {
    return gcCount;
  }

  @Override
  public long loadedClasses() {
    return classes;
  }
}
