package dev.tare.internal.attach;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import dev.tare.internal.agent.record.PatternRecording;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.allocation.OtherThreadBytes;
import dev.tare.model.Breakdown;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;

/** One recording of the JVM in which it runs. */
final class JvmRecording implements AutoCloseable {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final Breakdown NO_THREADS = RecordedTables.breakdown(List.of(), List.of());

  private final RecordingMode mode;
  private final PatternRecording recording;
  private final Number counter;
  private final Optional<OtherThreadBytes> others = AllocationCounters.otherThreadBytes();
  private Thread startThread = Thread.currentThread();
  private Optional<ThreadTotals> threads = Optional.empty();
  private long startTotal;
  private long startBytes;
  private long startNanos;

  private JvmRecording(RecordingMode mode, PatternRecording recording, Number counter) {
    this.mode = mode;
    this.recording = recording;
    this.counter = counter;
  }

  /** Weaves the selected classes and methods. */
  static JvmRecording open(Instrumentation granted, RecordingOptions options)
      throws RefusedException {
    if (Agent.openPackages(granted) instanceof AgentAccess.Refused refused) {
      throw new RefusedException(ExitCode.NOT_ATTACHED, refused.reason());
    }
    NamePatterns patterns = new NamePatterns(options.include(), options.exclude());
    try {
      return options.mode() == RecordingMode.CALLS
          ? of(options.mode(), PatternRecording.ofCalls(granted, patterns), 0)
          : ofAllocations(granted, patterns);
    } catch (ReflectiveOperationException | IOException e) {
      throw new RefusedException(ExitCode.FAILED, "the recorder cannot be defined: " + e, e);
    }
  }

  private static JvmRecording ofAllocations(Instrumentation granted, NamePatterns patterns)
      throws RefusedException, ReflectiveOperationException, IOException {
    Number counter =
        AllocationCounters.threadBytes()
            .orElseThrow(
                () ->
                    new RefusedException(
                        ExitCode.NOT_ATTACHED,
                        "this JVM does not count what its threads allocate"));
    return of(
        RecordingMode.ALLOCATIONS, PatternRecording.open(granted, patterns, counter), counter);
  }

  private static JvmRecording of(
      RecordingMode mode, Optional<PatternRecording> opened, Number counter)
      throws RefusedException {
    return opened
        .map(recording -> new JvmRecording(mode, recording, counter))
        .orElseThrow(
            () ->
                new RefusedException(
                    ExitCode.BUSY,
                    "another recording is under way in this process; wait for its end"));
  }

  int classes() {
    return recording.classes();
  }

  void start() {
    if (mode == RecordingMode.ALLOCATIONS) {
      startThread = Thread.currentThread();
      startTotal = total();
      startBytes = counter.longValue();
      // started between the two readings of the total, so that the threads do not exceed it
      threads = ThreadTotals.start();
    }
    startNanos = System.nanoTime();
    recording.start();
  }

  /** Samples the threads; call it every {@link ThreadTotals#PERIOD_MILLIS}. */
  void sample() {
    threads.ifPresent(ThreadTotals::sample);
  }

  /** Stops recording and returns the tables. */
  RecordedTables stop() {
    recording.stop();
    long nanos = System.nanoTime() - startNanos;
    return mode == RecordingMode.CALLS
        ? tables(nanos, new RecordedRows(recording).ofCalls(), NO_THREADS)
        : allocations(nanos);
  }

  private RecordedTables allocations(long nanos) {
    sample();
    // the thread that waits for the end allocates a little
    long ownBytes = Thread.currentThread() == startThread ? counter.longValue() - startBytes : 0;
    long total = others.isPresent() ? total() - startTotal : -1;
    return tables(
        nanos,
        new RecordedRows(recording).ofBytes(total, ownBytes),
        threads.map(sampled -> sampled.breakdown(total)).orElse(NO_THREADS));
  }

  /** Returns the bytes of all threads so far; 0 if the JVM has no total. */
  private long total() {
    return others.map(bytes -> bytes.estimate(true) + counter.longValue()).orElse(0L);
  }

  private RecordedTables tables(long nanos, Breakdown breakdown, Breakdown byThread) {
    return new RecordedTables(
        ProcessHandle.current().pid(),
        nanos / NANOS_PER_MILLI,
        recording.classes(),
        breakdown,
        byThread,
        JvmLayout.phrase());
  }

  /** Restores the classes. */
  @Override
  public void close() {
    recording.close();
  }
}
