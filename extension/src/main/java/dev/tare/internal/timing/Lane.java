package dev.tare.internal.timing;

import dev.tare.internal.call.TestBody;
import dev.tare.internal.stats.Quantiles;
import java.util.Arrays;
import java.util.Optional;

/** One method on its way through one trial: its fresh stub, its pace, its samples. */
final class Lane {

  /** Facts, "The loop": 79 % of 10 ms samples were interrupted, even the best of five often is. */
  private static final long LASTING_NANOS = 10_000_000;

  // an interrupt of some microseconds makes the core seem shared; 2 % of all probes were so
  private static final double MOST_BY_CHANCE = 0.1;
  private static final int FEWEST_NOT_BY_CHANCE = 5;

  private final Arm arm;
  private final TestBody stub;
  private final Clock clock;
  private final CoreProbe core;
  private final Calls calls;
  private final Recording recording;
  private final int operations;
  private final boolean timesSingleCalls;
  private final boolean real;
  private Optional<String> eliminated = Optional.empty();
  private double nanosPerCall = Double.NaN;
  private double fastest = Double.MAX_VALUE;
  private double fastestOfTurn = Double.MAX_VALUE;
  private double fastestInUsedMemory = Double.NaN;
  private long callsPerSample = 1;
  private boolean lasting;
  private boolean allocates = true;
  private boolean inNewMemory;
  private long unjudgedCalls;

  Lane(Arm arm, Clock clock, Procedure procedure) {
    this.arm = arm;
    this.stub = arm.body().fresh();
    this.clock = clock;
    this.core = procedure.leavesOut() ? clock.core() : CoreProbe.none();
    this.timesSingleCalls = procedure.statistic().ofSingleCalls() || arm.isPrepared();
    this.real = procedure.basis() == Basis.WALL;
    this.calls = calls(procedure);
    this.operations = procedure.operations();
    this.recording = new Recording(operations);
  }

  private Calls calls(Procedure procedure) {
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
    calls.make(n);
    long nanos = clock.wallNanos() - from;
    unjudgedCalls += n;
    nanosPerCall = nanos / (double) n;
    fastestOfTurn = Math.min(fastestOfTurn, nanosPerCall);
    return nanos;
  }

  /** Calls from now on are a turn of the warm-up. */
  void beginTurn() {
    fastest = Math.min(fastest, fastestOfTurn);
    fastestOfTurn = Double.MAX_VALUE;
    core.look();
  }

  /**
   * How many times as fast as in this turn calls were in one before: about 1 if it goes on as it
   * did, less if it became faster. What takes less than the floor is no faster than the floor.
   */
  double slower() {
    return fastestOfTurn / Math.max(Estimate.FLOOR_NANOS, Math.min(fastest, fastestOfTurn));
  }

  /**
   * Ends a turn of the warm-up.
   *
   * @param newMemory whether the heap took new memory in it, which is slow
   */
  void endTurn(boolean newMemory) {
    if (!newMemory && !(fastestInUsedMemory <= fastestOfTurn)) {
      fastestInUsedMemory = fastestOfTurn;
    }
  }

  /**
   * Nanoseconds that an action took in the fastest warm-up turn without new memory; not a number
   * where every turn took new memory.
   */
  double fastestPerOperation() {
    return fastestInUsedMemory / operations;
  }

  private double warm() {
    return Math.min(fastest, fastestOfTurn);
  }

  /** Records one sample. */
  void sample() throws Throwable {
    double before = core.nanos();
    clock.heap().look(allocates);
    calls.sample(callsPerSample, lasting, recording);
    recording.probed(core.between(before, core.nanos()));
    double atBest = Math.min((double) recording.lastNanos(), warm() * callsPerSample);
    allocates = HeapLevel.noticed((double) recording.lastBytes(), atBest);
    boolean newMemory = clock.heap().tookNew(recording.lastBytes(), atBest);
    if (newMemory) {
      recording.tookNewMemory();
    }
    inNewMemory |= newMemory && !timesSingleCalls;
    if (inNewMemory && !newMemory && Pilot.tooShort(recording.lastNanos())) {
      // found how many calls make a sample while they were slow
      inNewMemory = false;
      Pilot.choose(this);
    }
  }

  /** From now on a sample is so many calls. Real time that was asked for is left as it is. */
  void sampleWith(long number) {
    callsPerSample = Math.min(number, calls.most());
    lasting = number == 1 && nanosPerCall >= LASTING_NANOS && !real;
    if (lasting) {
      // read once before it counts: the first reading loads classes
      clock.starvedNanos();
    }
  }

  /**
   * Why the method's work seems to be left out, if a call takes less than the floor; else empty.
   */
  Optional<String> eliminated() {
    return eliminated;
  }

  /** Looks for it, where the median sample is below the floor or hidden by the clock. */
  void examine() throws Throwable {
    if (timesSingleCalls) {
      double nanos = Quantiles.median(recording.perCall(Basis.WALL)) * operations;
      eliminated = Elimination.ofSingleCalls(arm, stub, clock, nanos);
    } else if (callsPerSample > 1 && recording.belowFloor()) {
      eliminated = Elimination.reason(arm, stub, clock);
    }
  }

  /**
   * Whether prepared calls return nothing and take hardly longer than the clock that times each.
   */
  boolean hidesWorkLeftOut(ClockCost cost) {
    double nanos = Quantiles.median(recording.perCall(Basis.WALL)) * operations;
    return arm.isPrepared()
        && !stub.returnsValue()
        && nanos < cost.uncertainty() + Elimination.WORK_NANOS;
  }

  /** Lets go of what the method returned last. */
  void forget() {
    stub.forget();
    calls.end();
  }

  Arm arm() {
    return arm;
  }

  Recording recording() {
    return recording;
  }

  /** What tells how fast the processor core is. */
  CoreProbe core() {
    return core;
  }

  /** Whether the core worked at the same speed beside nearly all samples. */
  boolean atOneSpeed() {
    return shared() < Math.max(FEWEST_NOT_BY_CHANCE, MOST_BY_CHANCE * recording.size());
  }

  /** Whether the core was shared beside nearly all samples, as far as it is known now. */
  boolean sharedThroughout() {
    return shared() > (1 - MOST_BY_CHANCE) * recording.size();
  }

  private long shared() {
    return Arrays.stream(recording.probes()).filter(core::isShared).count();
  }

  /** With all that belongs to a call, as timed last; not a number before the first call. */
  double nanosPerCall() {
    return nanosPerCall;
  }

  long callsPerSample() {
    return callsPerSample;
  }

  long unjudgedCalls() {
    return unjudgedCalls;
  }

  /** Whether each call is timed by itself, with a reading of the clock in it. */
  boolean timesSingleCalls() {
    return timesSingleCalls;
  }

  boolean reflective() {
    return stub.reflective();
  }
}
