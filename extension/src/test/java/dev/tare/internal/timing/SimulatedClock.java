package dev.tare.internal.timing;

import dev.tare.internal.timing.clock.JvmCounters;

/** Clock that advances only by readings and by simulated work, on any threads. */
public class SimulatedClock implements JvmCounters {

  private static final double READING_NANOS = 40;

  private double wall;
  private double cpu;
  private double starved;
  private double allocated;
  private double compile;
  private double gc;
  private long gcCount;
  private long classes;
  private double cpuTick = 1;
  private double queuedUntil;
  private int compileQueries;
  private int discardRequests;
  private boolean discardsCompiledCode = true;
  private boolean reportsStarvation = true;

  /** Advances real time; the thread uses a processor for the given share of it. */
  public synchronized void advance(double nanos, double cpuShare) {
    wall += nanos;
    cpu += nanos * cpuShare;
  }

  /** Advances real time in which other programs have all processors. */
  public void starve(double nanos) {
    wall += nanos;
    starved += nanos;
  }

  /** Adds bytes that the thread allocated. */
  public void allocate(double bytes) {
    allocated += bytes;
  }

  public void compile(double nanos) {
    compile += nanos;
  }

  /** Reports no starvation from now on, as most operating systems. */
  void hideStarvation() {
    reportsStarvation = false;
  }

  @Override
  public boolean reportsStarvation() {
    return reportsStarvation;
  }

  /** Keeps a compilation queued until a second, as if no compiler thread had a processor. */
  public void queueCompilationUntil(double seconds) {
    queuedUntil = seconds * 1e9;
  }

  /** Returns the number of queries for running compilations. */
  public int compileQueries() {
    return compileQueries;
  }

  /** Refuses requests to discard compiled code from now on. */
  public void keepCompiledCode() {
    discardsCompiledCode = false;
  }

  /** Returns the number of requests to discard compiled code. */
  public int discardRequests() {
    return discardRequests;
  }

  public void collectGarbage(double nanos) {
    wall += nanos;
    gc += nanos;
    gcCount++;
  }

  public void loadClasses(int number) {
    classes += number;
  }

  /** Sets the step of the CPU clock, in nanoseconds. */
  void setCpuStep(double nanos) {
    cpuTick = nanos;
  }

  public double seconds() {
    return wall / 1e9;
  }

  @Override
  public synchronized long wallNanos() {
    advance(READING_NANOS, 1);
    return (long) wall;
  }

  @Override
  public synchronized long threadCpuNanos() {
    return (long) (Math.floor(cpu / cpuTick) * cpuTick);
  }

  @Override
  public long starvedNanos() {
    return reportsStarvation ? (long) starved : 0;
  }

  @Override
  public long threadAllocatedBytes() {
    return (long) allocated;
  }

  @Override
  public long compileMillis() {
    return (long) (compile / 1e6);
  }

  @Override
  public boolean isCompiling() {
    compileQueries++;
    return wall < queuedUntil;
  }

  @Override
  public boolean discardCompiledCode() {
    discardRequests++;
    return discardsCompiledCode;
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
