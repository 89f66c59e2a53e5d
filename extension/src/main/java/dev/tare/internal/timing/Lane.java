package dev.tare.internal.timing;

import dev.tare.internal.call.TestBody;

/** One method on its way through one trial: its fresh stub, its pace, its samples. */
final class Lane {

  /** Facts, "The loop": 79 % of 10 ms samples were interrupted, even the best of five often is. */
  private static final long LASTING_NANOS = 10_000_000;

  private final Arm arm;
  private final TestBody stub;
  private final Clock clock;
  private final Recording recording = new Recording();
  private double nanosPerCall = Double.NaN;
  private long callsPerSample = 1;
  private boolean lasting;
  private long unjudgedCalls;

  Lane(Arm arm, Clock clock) {
    this.arm = arm;
    this.stub = arm.body().fresh();
    this.clock = clock;
  }

  /** Calls the method n times, unjudged, and answers the nanoseconds that took. */
  long time(long n) throws Throwable {
    long from = clock.wallNanos();
    stub.repeat(n);
    long nanos = clock.wallNanos() - from;
    unjudgedCalls += n;
    nanosPerCall = nanos / (double) n;
    return nanos;
  }

  /**
   * Records one sample. The CPU clock is read inside the wall clock, so it can never show more.
   *
   * <p>A long sample is hardly ever left alone on a busy machine, so the time without a processor
   * is taken off it; short ones are too many and too short to ask for it.
   */
  void sample() throws Throwable {
    long calls = callsPerSample;
    long starved = lasting ? clock.starvedNanos() : 0;
    long wall = clock.wallNanos();
    long cpu = clock.threadCpuNanos();
    stub.repeat(calls);
    long cpuNanos = clock.threadCpuNanos() - cpu;
    long wallNanos = clock.wallNanos() - wall;
    long starvedNanos = lasting ? clock.starvedNanos() - starved : 0;
    recording.add(wallNanos, cpuNanos, Math.max(0, starvedNanos), calls);
  }

  /** From now on a sample is so many calls. */
  void sampleWith(long calls) {
    callsPerSample = calls;
    lasting = calls == 1 && nanosPerCall >= LASTING_NANOS;
    if (lasting) {
      // read once before it counts: the first reading loads classes
      clock.starvedNanos();
    }
  }

  /** Lets go of what the method returned last. */
  void forget() {
    stub.forget();
  }

  Arm arm() {
    return arm;
  }

  Recording recording() {
    return recording;
  }

  /** As timed last; not a number before the first call. */
  double nanosPerCall() {
    return nanosPerCall;
  }

  long callsPerSample() {
    return callsPerSample;
  }

  long unjudgedCalls() {
    return unjudgedCalls;
  }

  boolean reflective() {
    return stub.reflective();
  }
}
