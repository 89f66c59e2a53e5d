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

/** One method on its way through one trial: its fresh stub, its pace, its samples. */
public final class SampledCase {

  /** One short sample may be a slip of the clock; so many in a row are a wrong number of calls. */
  private static final int MOST_TOO_SHORT = 5;

  /** Where calls are of many speeds no number of them makes samples of one length. */
  private static final int MOST_CHANGES = 3;

  // an interrupt of some microseconds makes the core seem shared; 2 % of all probes were so
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

  /** Calls the method n times, unjudged, and answers the nanoseconds that took. */
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

  /**
   * Begins a turn of calls that are not judged, in the warm-up or to find how many are a sample.
   */
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

  /** Enters the calls of the turn into the account. */
  void enterTurn() {
    ThreadTimes spent = ThreadTimes.now(clock).minus(turnFrom);
    double cpuNanos = calls.onlyCalls() ? (double) spent.cpuNanos() : Double.NaN;
    account.add(
        new TotalCallTime.Batch(
            turnFrom.wallNanos(), turnCalls, turnNanos, cpuNanos, spent, turnProbe, false));
  }

  /**
   * How many times as fast as in this turn calls were in one before: about 1 if it goes on as it
   * did, less if it became faster. What takes less than the floor is no faster than the floor.
   */
  double slower() {
    return fastestOfTurn / Math.max(TimingFloors.CALL_NANOS, Math.min(fastest, fastestOfTurn));
  }

  /**
   * Begins the account of all calls.
   *
   * @param steadySince when the JIT had done its work, on the clock. Turns that were much faster
   *     than the last one belong to the account even if they came before: the JIT makes calls
   *     faster, so the method did less work in them.
   */
  void startAccount(long steadySince) {
    boolean relapsed = slower() >= WarmUpStage.SLOWER;
    account.startAt(relapsed ? Math.min(steadySince, fastestFrom) : steadySince);
  }

  /**
   * Ends a turn of the warm-up.
   *
   * @param newMemory whether the heap took new memory in it, which is slow
   * @param allocatedMuch whether it allocated so much in its real time that new memory would show
   */
  void endTurn(boolean newMemory, boolean allocatedMuch) {
    if (newMemory) {
      account.lastTookNewMemory();
    }
    // a turn that other programs stretched seems to allocate little: it tells nothing of memory
    if (!newMemory && allocatedMuch && !(fastestInUsedMemory <= fastestOfTurn)) {
      fastestInUsedMemory = fastestOfTurn;
    }
  }

  /**
   * Nanoseconds that an action took in the fastest warm-up turn without new memory; not a number
   * where every turn took new memory.
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
    // the rest may have fallen into what prepares the calls
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

  /** Finds anew how many calls make a sample where they were found while calls were slower. */
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

  /** From now on a sample is so many calls. */
  public void sampleWith(long number) {
    callsPerSample = Math.min(number, calls.most());
  }

  /**
   * Why the method's work seems to be left out, if a call takes less than the floor; else empty.
   */
  public Optional<String> eliminated() {
    return eliminated;
  }

  /** Looks for it, where the median sample is below the floor or hidden by the clock. */
  public void examine() throws Throwable {
    if (timesSingleCalls) {
      double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL)) * operations;
      eliminated = DeadCodeCheck.ofSingleCalls(arm, stub, clock, nanos);
    } else if (callsPerSample > 1 && recording.belowFloor()) {
      eliminated = DeadCodeCheck.reason(arm, stub, clock);
    }
  }

  /**
   * Whether prepared calls return nothing and take hardly longer than the clock that times each.
   */
  public boolean hidesWorkLeftOut(ClockCost cost) {
    double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL)) * operations;
    return arm.isPrepared()
        && !stub.returnsValue()
        && nanos < cost.uncertainty() + DeadCodeCheck.WORK_NANOS;
  }

  /** Lets go of what the method returned last. */
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

  /** Returns how many actions a call performs. */
  int operations() {
    return operations;
  }

  /** All calls since the warm-up was steady. */
  TotalCallTime account() {
    return account;
  }

  /** Whether the calls needed a processor and waited for nothing else. */
  public boolean cpuBound() {
    return account.computes() && recording.cpuIsPossible();
  }

  /**
   * The mean time of an action, of all calls since the warm-up was steady; null if it is not known.
   */
  public TotalCallTime.@Nullable Mean mean(@Nullable TimeBasis asked) {
    TotalCallTime.Mean mean = account.mean(asked, core);
    return mean == null
        ? null
        : new TotalCallTime.Mean(
            mean.nanos() / operations, mean.least() / operations, mean.calls());
  }

  /** What tells how fast the processor core is. */
  public CoreSpeedProbe core() {
    return core;
  }

  /** Whether the core worked at the same speed beside nearly all samples. */
  public boolean atOneSpeed() {
    return shared() < Math.max(FEWEST_NOT_BY_CHANCE, MOST_BY_CHANCE * recording.size());
  }

  /** Whether the core was shared beside nearly all samples, as far as it is known now. */
  public boolean sharedThroughout() {
    return shared() > (1 - MOST_BY_CHANCE) * recording.size();
  }

  private long shared() {
    return Arrays.stream(recording.probes()).filter(core::isShared).count();
  }

  /** Nanoseconds of a call with all that belongs to it, on average since the warm-up was steady. */
  public double pace() {
    double pace = account.pace();
    return pace > 0 ? pace : nanosPerCall;
  }

  /** The least that a call has taken, of those not judged. */
  double fastestPerCall() {
    return warm();
  }

  /** With all that belongs to a call, as timed last; not a number before the first call. */
  public double nanosPerCall() {
    return nanosPerCall;
  }

  public long callsPerSample() {
    return callsPerSample;
  }

  public long unjudgedCalls() {
    return unjudgedCalls;
  }

  /** Whether each call is timed by itself, with a reading of the clock in it. */
  public boolean timesSingleCalls() {
    return timesSingleCalls;
  }

  public boolean reflective() {
    return stub.reflective();
  }
}
