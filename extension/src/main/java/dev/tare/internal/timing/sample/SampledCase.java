package dev.tare.internal.timing.sample;

import dev.tare.body.TestBody;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.DeadCodeCheck.RemovedWork;
import dev.tare.internal.timing.sample.Samples.TimeBasis;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One method in one run of a benchmark: its fresh stub, its calls per sample, and its samples. */
public final class SampledCase {

  /** Number of consecutive short samples after which the calls per sample are determined again. */
  private static final int MAX_SHORT_SAMPLES = 5;

  /**
   * Number of times that the calls per sample are determined again, for whatever reason, after
   * which short samples no longer cause it. Calls of very uneven speed have no number that fits.
   */
  private static final int MAX_RECALIBRATIONS = 3;

  // Slowdown from which the final code may still be missing. If C1 inlines a body whose loop was
  // compiled separately, HotSpot leaves the stub's compiled code at each call. Calls are then up to
  // 80 times as slow as before, and too few to trigger C2 in the shortest warm-up. Below a factor
  // of 2, another program on the same core may be the cause.
  private static final double RELAPSE_FACTOR = 2;

  private final BenchmarkCase benchmarkCase;
  private final TestBody stub;
  private final JvmCounters clock;
  private final CallStrategy strategy;
  private final Samples recording;
  private final TotalCallTime totalTime = new TotalCallTime();
  private final int operations;
  private final boolean timesSingleCalls;
  private Optional<RemovedWork> removedWork = Optional.empty();
  private double lastNanosPerCall = Double.NaN;
  private double fastestTurn = Double.MAX_VALUE;
  private double fastestInThisTurn = Double.MAX_VALUE;
  private long fastestTurnStart;
  private long callsPerSample = 1;
  private int shortSamples;
  private int recalibrations;
  private long unjudgedCalls;
  private CounterReading turnStart;
  private long turnCalls;
  private long turnNanos;

  public SampledCase(BenchmarkCase benchmarkCase, JvmCounters clock, SamplingPlan plan) {
    this.benchmarkCase = benchmarkCase;
    this.stub = benchmarkCase.body().fresh();
    this.clock = clock;
    this.timesSingleCalls = plan.statistic().ofSingleCalls() || benchmarkCase.isPrepared();
    this.strategy = strategy(plan);
    this.operations = plan.operations();
    this.recording = new Samples(operations);
    this.turnStart = CounterReading.now(clock);
  }

  private CallStrategy strategy(SamplingPlan plan) {
    boolean recordsEachCall = plan.statistic().ofSingleCalls();
    return timesSingleCalls
        ? new SingleCalls(benchmarkCase, stub, clock, recordsEachCall)
        : new LoopedCalls(stub, clock);
  }

  /**
   * Calls the method n times without recording a sample, and returns the nanoseconds, preparations
   * included.
   */
  long callUnrecorded(long n) throws Throwable {
    long from = clock.wallNanos();
    turnNanos += strategy.call(n);
    long nanos = clock.wallNanos() - from;
    turnCalls += n;
    unjudgedCalls += n;
    lastNanosPerCall = nanos / (double) n;
    fastestInThisTurn = Math.min(fastestInThisTurn, lastNanosPerCall);
    return nanos;
  }

  /** Begins a turn of unrecorded calls, in the warm-up or the pilot stage. */
  void beginTurn() {
    if (fastestInThisTurn < fastestTurn) {
      fastestTurn = fastestInThisTurn;
      fastestTurnStart = turnStart.wallNanos();
    }
    fastestInThisTurn = Double.MAX_VALUE;
    turnCalls = 0;
    turnNanos = 0;
    turnStart = CounterReading.now(clock);
  }

  /** Adds the calls of this turn to the total of all calls. */
  void recordTurn() {
    CounterReading spent = CounterReading.now(clock).minus(turnStart);
    // that of single calls would include preparations and readings of the clock
    double cpuNanos = timesSingleCalls ? Double.NaN : (double) spent.cpuNanos();
    totalTime.add(
        new TotalCallTime.Batch(turnStart.wallNanos(), turnCalls, turnNanos, cpuNanos, spent));
  }

  /**
   * Returns whether calls are much slower in this turn than in the fastest one. A fastest time
   * below the floor counts as the floor.
   */
  boolean isRelapsed() {
    return fastestInThisTurn >= RELAPSE_FACTOR * Math.max(SamplingPlan.MIN_CALL_NANOS, fastestTurn);
  }

  /**
   * Drops from the total of all calls the turns before the warm-up became steady.
   *
   * @param steadySince time since which the JIT was idle. If calls were much faster in an earlier
   *     turn, the total starts with that turn: the JIT only makes calls faster, so the method did
   *     less work then.
   */
  void startTotalTime(long steadySince) {
    totalTime.dropBefore(isRelapsed() ? Math.min(steadySince, fastestTurnStart) : steadySince);
  }

  /** Records one sample. */
  public void sample() throws Throwable {
    CounterReading from = CounterReading.now(clock);
    Samples.Readings readings = strategy.sample(callsPerSample, recording);
    CounterReading spent = CounterReading.now(clock).minus(from);
    recording.add(readings, callsPerSample, spent);
    totalTime.add(
        new TotalCallTime.Batch(
            from.wallNanos(),
            callsPerSample,
            readings.wallNanos(),
            readings.cpuNanos() > 0 ? readings.cpuNanos() : Double.NaN,
            spent));
    recalibrate(PilotStage.isTooShort(spent.wallNanos()));
  }

  /** Determines the calls per sample again if they were determined while calls were slower. */
  private void recalibrate(boolean isTooShort) throws Throwable {
    shortSamples =
        isTooShort && callsPerSample < strategy.maxCallsPerSample() ? shortSamples + 1 : 0;
    if (shortSamples >= MAX_SHORT_SAMPLES && recalibrations < MAX_RECALIBRATIONS) {
      shortSamples = 0;
      recalibrations++;
      PilotStage.chooseCallsPerSample(this);
    }
  }

  /** Sets the number of calls per sample, up to the largest that the call strategy allows. */
  public void setCallsPerSample(long number) {
    callsPerSample = Math.min(number, strategy.maxCallsPerSample());
  }

  /**
   * Returns the finding that the JIT has removed the work of the method; empty if it seems not to
   * have.
   */
  public Optional<RemovedWork> removedWork() {
    return removedWork;
  }

  /**
   * Checks whether the JIT removed the work of the method, if its time is below the floor or calls
   * are timed one by one.
   *
   * @param tooFast whether an estimate is below the floor: on a shared core, it may come from fewer
   *     than half of the samples
   * @param mayBeTooFast whether the true time may be below the floor
   */
  public void checkDeadCode(boolean tooFast, boolean mayBeTooFast) throws Throwable {
    if (timesSingleCalls) {
      double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL)) * operations;
      removedWork = DeadCodeCheck.reasonOfSingleCalls(benchmarkCase, stub, clock, nanos);
    } else if (callsPerSample > 1 && (tooFast || recording.isBelowFloor())) {
      removedWork = DeadCodeCheck.reason(benchmarkCase, stub, clock, "less than 1 ns");
    } else if (callsPerSample > 1 && mayBeTooFast && stub.returnsValue()) {
      removedWork = DeadCodeCheck.reason(benchmarkCase, stub, clock, "about 1 ns");
    }
  }

  /**
   * Returns whether removed work may have gone unnoticed: the calls return nothing and take hardly
   * any time, for prepared ones beside a reading of the clock. The JIT leaves some nanoseconds of a
   * loop that it empties.
   */
  public boolean mayHideDeadCode() {
    double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL)) * operations;
    return (benchmarkCase.isPrepared() || !timesSingleCalls)
        && !stub.returnsValue()
        && nanos < clockNanosPerCall() + DeadCodeCheck.MIN_WORK_NANOS;
  }

  /** Releases the value that the stub returned last. */
  public void forget() {
    stub.forget();
  }

  public BenchmarkCase benchmarkCase() {
    return benchmarkCase;
  }

  public Samples recording() {
    return recording;
  }

  /** Returns whether the calls only computed and hardly waited. */
  public boolean isCpuBound() {
    return totalTime.isCpuBound() && recording.isCpuTimePlausible();
  }

  /**
   * Returns the mean time of an operation over all calls since the warm-up became steady; null if
   * there were none.
   */
  public TotalCallTime.@Nullable Mean mean() {
    TotalCallTime.Mean mean = totalTime.mean();
    return mean == null ? null : new TotalCallTime.Mean(mean.nanos() / operations, mean.calls());
  }

  /**
   * Returns the mean nanoseconds per call, preparations included, since the warm-up became steady.
   */
  public double meanNanosPerCall() {
    double mean = totalTime.meanNanosWithPreparations();
    return mean > 0 ? mean : lastNanosPerCall;
  }

  /** Returns the least nanoseconds per call of all unrecorded loops, preparations included. */
  double fastestPerCall() {
    return Math.min(fastestTurn, fastestInThisTurn);
  }

  /**
   * Returns the nanoseconds per call of the last unrecorded calls, preparations included; NaN
   * before the first.
   */
  public double lastNanosPerCall() {
    return lastNanosPerCall;
  }

  public long callsPerSample() {
    return callsPerSample;
  }

  public long unjudgedCalls() {
    return unjudgedCalls;
  }

  /** Returns whether each call is timed by itself, clock reading included. */
  public boolean timesSingleCalls() {
    return timesSingleCalls;
  }

  /**
   * Returns the nanoseconds that a reading of the clock may add to each timed call; 0 if calls are
   * timed in loops.
   */
  public double clockNanosPerCall() {
    return strategy.clockNanosPerCall();
  }

  /** Makes all calls of a sample in one loop of the stub, between two readings of the clocks. */
  private record LoopedCalls(TestBody stub, JvmCounters clock) implements CallStrategy {

    @Override
    public long call(long n) throws Throwable {
      long wall = clock.wallNanos();
      stub.repeat(n);
      return clock.wallNanos() - wall;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The CPU clock is read inside the wall clock, so it can never show more.
     */
    @Override
    public Samples.Readings sample(long n, Samples recording) throws Throwable {
      long bytes = clock.threadAllocatedBytes();
      long wall = clock.wallNanos();
      long cpu = clock.threadCpuNanos();
      stub.repeat(n);
      long cpuNanos = clock.threadCpuNanos() - cpu;
      long wallNanos = clock.wallNanos() - wall;
      return new Samples.Readings(wallNanos, cpuNanos, clock.threadAllocatedBytes() - bytes);
    }
  }
}
