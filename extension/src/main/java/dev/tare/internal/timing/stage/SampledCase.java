package dev.tare.internal.timing.stage;

import dev.tare.internal.call.TestBody;
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

  // short interrupts make the core seem shared; 2 % of all probes were affected
  private static final double MOST_BY_CHANCE = 0.1;
  private static final int FEWEST_NOT_BY_CHANCE = 5;

  private final BenchmarkCase arm;
  private final TestBody stub;
  private final JvmCounters clock;
  private final CoreSpeedProbe core;
  private final CallStrategy calls;
  private final Samples recording;
  private final TotalCallTime account = new TotalCallTime();
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

  public SampledCase(BenchmarkCase arm, JvmCounters clock, SamplingPlan procedure) {
    this.arm = arm;
    this.stub = arm.body().fresh();
    this.clock = clock;
    this.core = procedure.leavesOut() ? clock.core() : CoreSpeedProbe.none();
    this.timesSingleCalls = procedure.statistic().ofSingleCalls() || arm.isPrepared();
    this.real = procedure.basis() == TimeBasis.WALL;
    this.calls = calls(procedure);
    this.operations = procedure.operations();
    this.recording = new Samples(operations);
    this.turnFrom = ThreadTimes.now(clock);
  }

  private CallStrategy calls(SamplingPlan procedure) {
    boolean each = procedure.statistic().ofSingleCalls();
    if (procedure.threads() > 1) {
      return new ThreadedCalls(arm, procedure.threads(), clock);
    }
    return timesSingleCalls
        ? new SingleCalls(arm, stub, clock, each)
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
    turnProbe = core.look();
    turnCalls = 0;
    turnNanos = 0;
    turnFrom = ThreadTimes.now(clock);
  }

  /** Adds the calls of the turn to the total of all calls. */
  void enterTurn() {
    ThreadTimes spent = ThreadTimes.now(clock).minus(turnFrom);
    double cpuNanos = calls.onlyCalls() ? (double) spent.cpuNanos() : Double.NaN;
    account.add(
        new TotalCallTime.Batch(
            turnFrom.wallNanos(), turnCalls, turnNanos, cpuNanos, spent, turnProbe, false));
  }

  /**
   * Returns how many times as long calls take in this turn as in the fastest turn before: about 1
   * at a steady speed, less after a speed-up. Times below the floor count as the floor.
   */
  double slower() {
    return fastestOfTurn / Math.max(TimingFloors.CALL_NANOS, Math.min(fastest, fastestOfTurn));
  }

  /**
   * Begins the total of all calls.
   *
   * @param steadySince time at which the JIT had finished. Earlier turns that were much faster than
   *     the last one belong to the total too: the JIT only makes calls faster, so the method did
   *     less work in them.
   */
  void startAccount(long steadySince) {
    boolean relapsed = slower() >= WarmUpStage.SLOWER;
    account.startAt(relapsed ? Math.min(steadySince, fastestFrom) : steadySince);
  }

  /**
   * Ends a turn of the warm-up.
   *
   * @param newMemory whether the heap used new memory in it, which is slow
   * @param allocatedMuch whether it allocated enough for new memory to be noticeable
   */
  void endTurn(boolean newMemory, boolean allocatedMuch) {
    if (newMemory) {
      account.lastTookNewMemory();
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
    clock.heap().look(allocates);
    ThreadTimes from = ThreadTimes.now(clock);
    calls.sample(callsPerSample, recording);
    ThreadTimes spent = ThreadTimes.now(clock).minus(from);
    double probe = core.between(before, core.nanos());
    recording.probed(probe);
    // starvation is attributed to preparations first
    long beside = Math.max(0, spent.wallNanos() - recording.lastNanos());
    long starved = Math.max(0, spent.starvedNanos() - beside);
    if (!real) {
      recording.starved(starved);
    }
    double own = (double) Math.max(1, recording.lastNanos() - starved);
    double atBest = Math.min(own, warm() * callsPerSample);
    allocates = HeapGrowthWatch.noticed((double) recording.lastBytes(), atBest);
    boolean newMemory = clock.heap().tookNew(recording.lastBytes(), atBest);
    if (newMemory) {
      recording.tookNewMemory();
    }
    account.add(
        new TotalCallTime.Batch(
            from.wallNanos(),
            callsPerSample,
            recording.lastNanos(),
            recording.lastCpuNanos() > 0 ? recording.lastCpuNanos() : Double.NaN,
            spent,
            probe,
            newMemory));
    chooseAnew(newMemory, PilotStage.tooShort(spent.wallNanos()));
  }

  /** Determines the number of calls per sample again if it was found while calls were slower. */
  private void chooseAnew(boolean newMemory, boolean isTooShort) throws Throwable {
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
  public void sampleWith(long number) {
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
  public void examine() throws Throwable {
    if (timesSingleCalls) {
      double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL)) * operations;
      eliminated = DeadCodeCheck.ofSingleCalls(arm, stub, clock, nanos);
    } else if (callsPerSample > 1 && recording.belowFloor()) {
      eliminated = DeadCodeCheck.reason(arm, stub, clock);
    }
  }

  /**
   * Returns whether removed work would go unnoticed: prepared calls that return nothing and take
   * hardly longer than a reading of the clock.
   */
  public boolean hidesWorkLeftOut(ClockCost cost) {
    double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL)) * operations;
    return arm.isPrepared()
        && !stub.returnsValue()
        && nanos < cost.uncertainty() + DeadCodeCheck.WORK_NANOS;
  }

  /** Releases the value that the method returned last, and the threads of its calls. */
  public void forget() {
    stub.forget();
    calls.end();
  }

  public BenchmarkCase arm() {
    return arm;
  }

  public Samples recording() {
    return recording;
  }

  /** Returns the number of actions in a call. */
  int operations() {
    return operations;
  }

  /** Returns the total of all calls since the warm-up was steady. */
  TotalCallTime account() {
    return account;
  }

  /** Returns whether the calls used a processor all the time and waited for nothing. */
  public boolean cpuBound() {
    return account.computes() && recording.cpuIsPossible();
  }

  /**
   * Returns the mean time of an action over all calls since the warm-up was steady; null if
   * unknown.
   */
  public TotalCallTime.@Nullable Mean mean(@Nullable TimeBasis asked) {
    TotalCallTime.Mean mean = account.mean(asked, core);
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
    double pace = account.pace();
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
