package dev.tare.internal.attach;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.OtherThreads;
import dev.tare.internal.agent.record.WeavingSession;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.render.RecordingText;
import dev.tare.model.Breakdown;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Records what all threads of this JVM do in the chosen code: what they allocate, or its calls. */
final class CodeRecorder implements Recorder {

  private static final double NANOS_PER_SECOND = 1e9;

  private final RecordingOptions options;
  private final WeavingSession weaving;
  private final CallTreeRecording recording;
  private @Nullable ThreadTotals threads;
  private long startNanos;

  private CodeRecorder(
      RecordingOptions options, WeavingSession weaving, CallTreeRecording recording) {
    this.options = options;
    this.weaving = weaving;
    this.recording = recording;
  }

  /** Weaves the selected classes and methods. */
  static CodeRecorder open(Instrumentation granted, RecordingOptions options)
      throws RefusedException {
    if (Agent.openPackages(granted) instanceof AgentAccess.Refused refused) {
      throw new RefusedException(ExitCode.NOT_ATTACHED, refused.reason());
    }
    boolean ofCalls = options.mode() == RecordingMode.CALLS;
    try {
      Number counter = ofCalls ? null : counter();
      NamePatterns patterns = new NamePatterns(options.include(), options.exclude());
      WeavingSession weaving =
          WeavingSession.ofAllThreads(granted, patterns, !ofCalls)
              .orElseThrow(
                  () ->
                      new RefusedException(
                          ExitCode.BUSY,
                          "another recording is under way in this process; wait for its end"));
      try {
        requireClasses(options, weaving);
        return new CodeRecorder(
            options,
            weaving,
            counter == null
                ? weaving.time(null).recording()
                : weaving.record(counter, OtherThreads.EVERY, 1));
      } catch (ReflectiveOperationException
          | IOException
          | RefusedException
          | RuntimeException
          | Error e) {
        weaving.close();
        throw e;
      }
    } catch (ReflectiveOperationException | IOException e) {
      throw new RefusedException(ExitCode.FAILED, "the recorder cannot be defined: " + e, e);
    }
  }

  private static Number counter() throws RefusedException {
    return AllocationCounters.threadBytes()
        .orElseThrow(
            () ->
                new RefusedException(
                    ExitCode.NOT_ATTACHED, "this JVM does not count what its threads allocate"));
  }

  /** Refuses a command's request that matches no class; at the start of a JVM, hardly any does. */
  private static void requireClasses(RecordingOptions options, WeavingSession weaving)
      throws RefusedException {
    if (options.isRequested() && weaving.classes() == 0) {
      throw new RefusedException(
          ExitCode.NO_CLASS,
          "no loaded class or method matches include=%s; give names with *, for example include=com.acme.* or include=com.acme.Cache.get*"
              .formatted(String.join(":", options.include())));
    }
  }

  @Override
  public void start() {
    recording.start();
    startNanos = System.nanoTime();
    if (options.mode() == RecordingMode.ALLOCATIONS) {
      threads = ThreadTotals.start();
    }
  }

  @Override
  public String stop() {
    ThreadTotals totals = threads;
    if (totals != null) {
      totals.stop(); // first, since threads allocate faster without hooks
    }
    recording.stop();
    double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
    RecordedRows rows = new RecordedRows(recording, weaving.skipped());
    if (totals == null) {
      return render(rows.ofCalls(), RecordedRows.breakdown(List.of(), List.of()), phrases(seconds));
    }
    Breakdown byThread = totals.breakdown(recording.trees());
    Breakdown bySite = rows.ofBytes(byThread);
    List<String> phrases = phrases(seconds);
    phrases.add(1, new DataSize((long) (bySite.total().amount() / seconds)).rounded() + "/s");
    return render(bySite, byThread, phrases);
  }

  private List<String> phrases(double seconds) {
    int classes = weaving.classes();
    return new ArrayList<>(
        List.of(
            String.format(Locale.ROOT, "%,.1f s", seconds),
            "all threads",
            String.format(Locale.ROOT, "%,d class%s woven", classes, classes == 1 ? "" : "es"),
            JvmLayout.phrase()));
  }

  private String render(Breakdown breakdown, Breakdown byThread, List<String> phrases) {
    return RecordingText.render(
        ProcessHandle.current().pid(), breakdown, byThread, options.rows(), phrases);
  }

  @Override
  public void close() {
    recording.stop();
    weaving.close();
  }
}
