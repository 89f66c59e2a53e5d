package dev.tare.internal.timing;

import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.clock.HeapGrowthWatch;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.clock.JvmOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** Clock that advances only by readings and by simulated work. */
public class SimulatedClock implements JvmCounters {

  private static final double READING_NANOS = 40;

  private final HeapGrowthWatch heap = new HeapGrowthWatch(this);
  private final CoreSpeedProbe core = new CoreSpeedProbe(this::probe);
  private List<String> arguments = List.of();
  private Map<String, String> flags = Map.of();
  private double wallTick = 1;
  private double wall;
  private double cpu;
  private double starved;
  private double allocated;
  private double collected;
  private long committed = 1L << 30;
  private long faults = -1;
  private double compile;
  private double gc;
  private long gcCount;
  private long classes;
  private long unloaded;
  private double cleanup;
  private double cpuTick = 1;
  private double queuedUntil;
  private int interpretedProbes;
  private int probesPerInterrupt;
  private int probes;
  private DoubleUnaryOperator slowness = seconds -> 1;
  private int compileQueries;
  private int discardRequests;
  private boolean discardsCompiledCode = true;

  /** Advances real time; the thread uses a processor for the given share of it. */
  public void advance(double nanos, double cpuShare) {
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

  /** Keeps a compilation queued until a second, as if no compiler thread had a processor. */
  public void queueCompilationUntil(double seconds) {
    queuedUntil = seconds * 1e9;
  }

  /** Returns the number of queries for running compilations. */
  public int compileQueries() {
    return compileQueries;
  }

  /** Refuses requests to discard compiled code from now on. */
  void keepCompiledCode() {
    discardsCompiledCode = false;
  }

  /** Returns the number of requests to discard compiled code. */
  int discardRequests() {
    return discardRequests;
  }

  public void collectGarbage(double nanos) {
    wall += nanos;
    gc += nanos;
    gcCount++;
    collected = allocated;
  }

  /** Enlarges the committed heap. */
  public void growHeap(long bytes) {
    committed += bytes;
  }

  /** Counts page faults; before the first call the operating system reports none. */
  public void countPageFaults(long pages) {
    faults = Math.max(0, faults) + pages;
  }

  public void loadClasses(int number) {
    classes += number;
  }

  public void unloadClasses(int number) {
    unloaded += number;
  }

  /** Lets finalizers and cleaners work on other threads. */
  public void runCleanup(double nanos) {
    cleanup += nanos;
  }

  /** Sets the step of the CPU clock, in nanoseconds. */
  void setCpuStep(double nanos) {
    cpuTick = nanos;
  }

  /** Sets the step of real time, in nanoseconds. */
  void setWallStep(double nanos) {
    wallTick = nanos;
  }

  /** Sets the slowdown of the core as a function of time in seconds. */
  void setSlowdown(DoubleUnaryOperator bySecond) {
    slowness = bySecond;
  }

  /**
   * Makes the first probes of the core take 50 times as long, as if the JIT had not compiled them.
   */
  void interpretProbes(int number) {
    interpretedProbes = number;
  }

  /** Makes every n-th probe take 1.5 times as long, as if interrupted. */
  void interruptEveryNthProbe(int each) {
    probesPerInterrupt = each;
  }

  private double probe() {
    interpretedProbes--;
    probes++;
    double interrupt = probesPerInterrupt > 0 && probes % probesPerInterrupt == 0 ? 1.5 : 1;
    return 800 * slowness() * interrupt * (interpretedProbes >= 0 ? 50 : 1);
  }

  /** Returns the present slowdown of the core. */
  double slowness() {
    return slowness.applyAsDouble(seconds());
  }

  /** Sets the arguments that the JVM was started with. */
  void setJvmArguments(String... given) {
    arguments = List.of(given);
  }

  /** Sets the flags of the JVM. */
  void setFlags(Map<String, String> inForce) {
    flags = inForce;
  }

  @Override
  public JvmOptions jvmOptions() {
    return new JvmOptions(flag -> Optional.ofNullable(flags.get(flag)), true, false);
  }

  public double seconds() {
    return wall / 1e9;
  }

  @Override
  public long wallNanos() {
    advance(READING_NANOS, 1);
    return (long) (Math.floor(wall / wallTick) * wallTick);
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
  public long threadAllocatedBytes() {
    return (long) allocated;
  }

  @Override
  public CoreSpeedProbe core() {
    return core;
  }

  @Override
  public long heapUsedBytes() {
    return (long) (allocated - collected);
  }

  @Override
  public long heapCommittedBytes() {
    return committed;
  }

  @Override
  public long pageFaults() {
    return faults;
  }

  @Override
  public HeapGrowthWatch heap() {
    return heap;
  }

  @Override
  public List<String> jvmArguments() {
    return arguments;
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

  @Override
  public long unloadedClasses() {
    return unloaded;
  }

  @Override
  public long cleanupNanos() {
    return (long) cleanup;
  }
}
