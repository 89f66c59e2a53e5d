package dev.tare.internal.attach;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import dev.tare.internal.agent.record.PatternRecording;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.model.Breakdown;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;

/** One recording, in the recorded JVM. */
final class JvmRecording implements AutoCloseable {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final PatternRecording lines;
  private final Number counter;
  private final Optional<AllocationCounter> process = AllocationCounters.process();
  private Thread starter = Thread.currentThread();
  private Optional<ThreadTotals> threads = Optional.empty();
  private long before;
  private long started;

  private JvmRecording(PatternRecording lines, Number counter) {
    this.lines = lines;
    this.counter = counter;
  }

  /** Weaves the selected classes. */
  static JvmRecording open(Instrumentation granted, RecordingOptions options)
      throws RefusedException {
    if (Agent.opened(granted) instanceof AgentAccess.Refused refused) {
      throw new RefusedException(ExitCode.NOT_ATTACHED, refused.reason());
    }
    Number counter =
        AllocationCounters.threadBytes()
            .orElseThrow(
                () ->
                    new RefusedException(
                        ExitCode.NOT_ATTACHED,
                        "this JVM does not count what its threads allocate"));
    NamePatterns patterns = new NamePatterns(options.include(), options.exclude());
    try {
      return PatternRecording.open(granted, patterns, counter)
          .map(lines -> new JvmRecording(lines, counter))
          .orElseThrow(
              () ->
                  new RefusedException(
                      ExitCode.BUSY,
                      "another recording is under way in this process; wait for its end"));
    } catch (ReflectiveOperationException | IOException e) {
      throw new RefusedException(ExitCode.FAILED, "the recorder cannot be put in place: " + e, e);
    }
  }

  int classes() {
    return lines.classes();
  }

  void start() {
    starter = Thread.currentThread();
    process.ifPresent(AllocationCounter::open);
    before = counter.longValue();
    // between the readings of the total, so that the threads are not more than the total
    threads = ThreadTotals.start();
    started = System.nanoTime();
    lines.start();
  }

  /** Samples the threads; called every {@link ThreadTotals#PERIOD_MILLIS}. */
  void sample() {
    threads.ifPresent(ThreadTotals::sample);
  }

  /** Stops, and returns the recorded allocation. */
  RecordedAllocation stop() {
    lines.stop();
    long nanos = System.nanoTime() - started;
    sample();
    // the thread that waits for the end allocates a little itself
    long waiting = Thread.currentThread() == starter ? counter.longValue() - before : 0;
    long total = process.map(AllocationCounter::close).orElse(-1L);
    Breakdown breakdown = new RecordedRows(lines, total, waiting).breakdown();
    return new RecordedAllocation(
        ProcessHandle.current().pid(),
        nanos / NANOS_PER_MILLI,
        lines.classes(),
        breakdown,
        threads
            .map(sampled -> sampled.breakdown(total))
            .orElseGet(() -> RecordedAllocation.breakdown(List.of(), List.of())),
        JvmLayout.phrase());
  }

  /** Restores the classes. */
  @Override
  public void close() {
    lines.close();
  }
}
