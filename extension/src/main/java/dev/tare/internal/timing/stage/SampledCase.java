package dev.tare.internal.timing.stage;

import dev.tare.body.TestBody;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.CallStrategy;
import dev.tare.internal.timing.call.DeadCodeCheck;
import dev.tare.internal.timing.call.LoopedCalls;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.SingleCalls;
import dev.tare.internal.timing.call.ThreadedCalls;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.internal.timing.clock.ClockCost;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.clock.HeapGrowthWatch;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.clock.ThreadTimes;
import dev.tare.internal.timing.noise.TotalCallTime;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One method in one run of a benchmark: its fresh stub, its calls per sample, and its samples. */
public final class SampledCase {

  /** Number of too short samples in a row after which the number of calls is determined again. */
  private static final int MOST_TOO_SHORT = 5;

  /**
   * Number of times the calls per sample are determined again; calls of very uneven speed have no
   * number that fits.
   */
  private static final int MOST_CHANGES = 3;

  // short interrupts make the core seem shared in a few of all probes
  private static final double MOST_BY_CHANCE = 0.1;
  private static final int FEWEST_NOT_BY_CHANCE = 5;

  private final BenchmarkCase benchmarkCase;
  private final TestBody stub;
  private final JvmCounters clock;
  private final CoreSpeedProbe core;
  private final CallStrategy calls;
  private final Samples recording;
  private final TotalCallTime totalTime = new TotalCallTime();
  private final int operations;
  private final boolean timesSingleCalls;
  private final boolean real;
  private Optional<String> eliminated = Optional.empty();
  private double nanosPerCall = Double.NaN;
  private double fastest = Double.MAX_VALUE;
  private double fastestOfTurn = Double.MAX_VALUE;
  private long fastestFrom;
  private double fastestInUsedMemory = Double.NaN;
  private long callsPerSample = 1;
  private int tooShort;
  private int changes;
  private boolean allocates = true;
  private boolean inNewMemory;
  private long unjudgedCalls;
  private ThreadTimes turnFrom;
  private double turnProbe = Double.NaN;
  private long turnCalls;
  private long turnNanos;

  public SampledCase(BenchmarkCase benchmarkCase, JvmCounters clock, SamplingPlan plan) {
    this.benchmarkCase = benchmarkCase;
    this.stub = benchmarkCase.body().fresh();
    this.clock = clock;
    this.core = plan.dropsDisturbedSamples() ? clock.core() : CoreSpeedProbe.none();
    this.timesSingleCalls = plan.statistic().ofSingleCalls() || benchmarkCase.isPrepared();
    this.real = plan.basis() == TimeBasis.WALL;
    this.calls = calls(plan);
    this.operations = plan.operations();
    this.recording = new Samples(operations);
    this.turnFrom = ThreadTimes.now(clock);
  }

  private CallStrategy calls(SamplingPlan plan) {
    boolean each = plan.statistic().ofSingleCalls();
    if (plan.threads() > 1) {
      return new ThreadedCalls(benchmarkCase, plan.threads(), clock);
    }
    return timesSingleCalls
        ? new SingleCalls(benchmarkCase, stub, clock, each)
        : new LoopedCalls(stub, clock);
  }

  /**
   * Calls the method n times without recording a sample, and returns the nanoseconds of all of it.
   */
  long time(long n) throws Throwable {
    long from = clock.wallNanos();
    turnNanos += calls.make(n);
    long nanos = clock.wallNanos() - from;
    turnCalls += n;
    unjudgedCalls += n;
    nanosPerCall = nanos / (double) n;
    fastestOfTurn = Math.min(fastestOfTurn, nanosPerCall);
    return nanos;
  }

  /** Begins a turn of unrecorded calls, in the warm-up or the pilot stage. */
  void beginTurn() {
    if (fastestOfTurn < fastest) {
      fastest = fastestOfTurn;
      fastestFrom = turnFrom.wallNanos();
    }
    fastestOfTurn = Double.MAX_VALUE;
    turnProbe = core.probe();
    turnCalls = 0;
    turnNanos = 0;
    turnFrom = ThreadTimes.now(clock);
  }

  /** Adds the calls of the turn to the total of all calls. */
  void recordTurn() {
    ThreadTimes spent = ThreadTimes.now(clock).minus(turnFrom);
    double cpuNanos = calls.onlyCalls() ? (double) spent.cpuNanos() : Double.NaN;
    totalTime.add(
        new TotalCallTime.Batch(
            turnFrom.wallNanos(), turnCalls, turnNanos, cpuNanos, spent, turnProbe, false));
  }

  /**
   * Returns how many times as long calls take in this turn as in the fastest turn before: about 1
   * at a steady speed, less after a speed-up. Times below the floor count as the floor.
   */
  double slowdown() {
    return fastestOfTurn / Math.max(TimingFloors.CALL_NANOS, Math.min(fastest, fastestOfTurn));
  }

  /**
   * Begins the total of all calls.
   *
   * @param steadySince time at which the JIT had finished. Earlier turns that were much faster than
   *     the last one belong to the total too: the JIT only makes calls faster, so the method did
   *     less work in them.
   */
  void startTotalTime(long steadySince) {
    boolean relapsed = slowdown() >= WarmUpStage.RELAPSE_FACTOR;
    totalTime.dropBefore(relapsed ? Math.min(steadySince, fastestFrom) : steadySince);
  }

  /**
   * Ends a turn of the warm-up.
   *
   * @param newMemory whether the heap used new memory in it, which is slow
   * @param allocatedMuch whether it allocated enough for new memory to be noticeable
   */
  void endTurn(boolean newMemory, boolean allocatedMuch) {
    if (newMemory) {
      totalTime.markLastNewMemory();
    }
    // a turn that other programs slowed down seems to allocate little, so it is not used
    if (!newMemory && allocatedMuch && !(fastestInUsedMemory <= fastestOfTurn)) {
      fastestInUsedMemory = fastestOfTurn;
    }
  }

  /**
   * Returns the nanoseconds of an action in the fastest warm-up turn without new memory; NaN if
   * every turn used new memory.
   */
  public double fastestPerOperation() {
    return fastestInUsedMemory / operations;
  }

  private double warm() {
    return Math.min(fastest, fastestOfTurn);
  }

  /** Records one sample. */
  public void sample() throws Throwable {
    double before = core.nanos();
    clock.heap().read(allocates);
    ThreadTimes from = ThreadTimes.now(clock);
    calls.sample(callsPerSample, recording);
    ThreadTimes spent = ThreadTimes.now(clock).minus(from);
    double probe = core.between(before, core.nanos());
    recording.recordProbe(probe);
    // starvation is attributed to preparations first
    long beside = Math.max(0, spent.wallNanos() - recording.lastNanos());
    long starved = Math.max(0, spent.starvedNanos() - beside);
    if (!real) {
      recording.subtractStarvation(starved);
    }
    recording.recordPauses(Math.max(0, spent.gcMillis() * 1e6 - beside));
    double own = (double) Math.max(1, recording.lastNanos() - starved);
    double atBest = Math.min(own, warm() * callsPerSample);
    allocates = HeapGrowthWatch.isNoticeable((double) recording.lastBytes(), atBest);
    boolean newMemory = clock.heap().usedNewMemory(recording.lastBytes(), atBest);
    if (newMemory) {
      recording.markNewMemory();
    }
    totalTime.add(
        new TotalCallTime.Batch(
            from.wallNanos(),
            callsPerSample,
            recording.lastNanos(),
            recording.lastCpuNanos() > 0 ? recording.lastCpuNanos() : Double.NaN,
            spent,
            probe,
            newMemory));
    recalibrate(newMemory, PilotStage.tooShort(spent.wallNanos()));
  }

  /** Determines the number of calls per sample again if it was found while calls were slower. */
  private void recalibrate(boolean newMemory, boolean isTooShort) throws Throwable {
    tooShort = isTooShort && callsPerSample < calls.most() ? tooShort + 1 : 0;
    inNewMemory |= newMemory && !timesSingleCalls;
    boolean grown = inNewMemory && !newMemory && isTooShort;
    if (grown || (tooShort >= MOST_TOO_SHORT && changes < MOST_CHANGES)) {
      inNewMemory = false;
      tooShort = 0;
      changes++;
      PilotStage.choose(this);
    }
  }

  /** Sets the number of calls per sample, up to the largest that the call strategy allows. */
  public void setCallsPerSample(long number) {
    callsPerSample = Math.min(number, calls.most());
  }

  /**
   * Returns why the work of the method seems to be removed by the JIT; empty if it does not seem
   * so.
   */
  public Optional<String> eliminated() {
    return eliminated;
  }

  /** Checks for removed work if the median sample is below the floor or hidden by the clock. */
  public void checkDeadCode() throws Throwable {
    if (timesSingleCalls) {
      double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL)) * operations;
      eliminated = DeadCodeCheck.ofSingleCalls(benchmarkCase, stub, clock, nanos);
    } else if (callsPerSample > 1 && recording.belowFloor()) {
      eliminated = DeadCodeCheck.reason(benchmarkCase, stub, clock);
    }
  }

  /**
   * Returns whether removed work would go unnoticed: prepared calls that return nothing and take
   * hardly longer than a reading of the clock.
   */
  public boolean mayHideDeadCode(ClockCost cost) {
    double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL)) * operations;
    return benchmarkCase.isPrepared()
        && !stub.returnsValue()
        && nanos < cost.uncertainty() + DeadCodeCheck.WORK_NANOS;
  }

  /** Releases the value that the method returned last, and the threads of its calls. */
  public void forget() {
    stub.forget();
    calls.end();
  }

  public BenchmarkCase benchmarkCase() {
    return benchmarkCase;
  }

  public Samples recording() {
    return recording;
  }

  /** Returns the number of actions in a call. */
  int operations() {
    return operations;
  }

  /** Returns whether the calls used a processor all the time and waited for nothing. */
  public boolean cpuBound() {
    return totalTime.computes() && recording.cpuIsPossible();
  }

  /**
   * Returns the mean time of an action over all calls since the warm-up was steady; null if
   * unknown.
   */
  public TotalCallTime.@Nullable Mean mean(@Nullable TimeBasis required) {
    TotalCallTime.Mean mean = totalTime.mean(required, core);
    return mean == null
        ? null
        : new TotalCallTime.Mean(
            mean.nanos() / operations, mean.least() / operations, mean.calls());
  }

  /** Returns the probe of the core's speed. */
  public CoreSpeedProbe core() {
    return core;
  }

  /** Returns whether the core was unshared beside nearly all samples. */
  public boolean atOneSpeed() {
    return shared() < Math.max(FEWEST_NOT_BY_CHANCE, MOST_BY_CHANCE * recording.size());
  }

  /** Returns whether the core was shared beside nearly all samples, as far as is known. */
  public boolean sharedThroughout() {
    return shared() > (1 - MOST_BY_CHANCE) * recording.size();
  }

  private long shared() {
    return Arrays.stream(recording.probes()).filter(core::isShared).count();
  }

  /**
   * Returns the mean nanoseconds of a call, preparations included, since the warm-up was steady.
   */
  public double pace() {
    double pace = totalTime.pace();
    return pace > 0 ? pace : nanosPerCall;
  }

  /** Returns the least nanoseconds per call of all unrecorded turns. */
  double fastestPerCall() {
    return warm();
  }

  /**
   * Returns the nanoseconds per call of the last unrecorded calls, preparations included; NaN
   * before the first.
   */
  public double nanosPerCall() {
    return nanosPerCall;
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

  public boolean reflective() {
    return stub.reflective();
  }
}
