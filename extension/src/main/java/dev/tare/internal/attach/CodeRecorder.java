package dev.tare.internal.attach;

import static dev.tare.internal.attach.RefusedException.BUSY;
import static dev.tare.internal.attach.RefusedException.NOT_ATTACHED;
import static dev.tare.internal.attach.RefusedException.NO_CLASS;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.CallTreeRecording.OtherThreads;
import dev.tare.internal.agent.record.CallTreeRecording.ThreadTree;
import dev.tare.internal.agent.record.WeavingSession;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.attach.AgentRecording.Recorder;
import dev.tare.internal.attach.RecordingOptions.RecordingMode;
import dev.tare.internal.render.RecordingText;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Records what all threads of this JVM do in the chosen code: what they allocate, or its calls.
 *
 * <p>The bytes of a thread are those from its first hook to its last, so the rows add up to them
 * exactly. Threads that ran no chosen code have no rows.
 */
final class CodeRecorder implements Recorder {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int MAX_NAMES = 10;

  private static final String NO_MATCH =
      "no loaded class matches include={patterns}; give names with *, for example include=com.acme.*";

  private final RecordingOptions options;
  private final boolean ofCalls;
  private final WeavingSession weaving;
  private final CallTreeRecording recording;
  private final long startBytes;
  private final long startNanos;

  /** Weaves the selected classes, and starts. */
  CodeRecorder(Instrumentation granted, RecordingOptions options)
      throws ReflectiveOperationException, IOException {
    if (Agent.openPackages(granted) instanceof AgentAccess.Refused refused) {
      throw new RefusedException(NOT_ATTACHED, refused.reason());
    }
    this.options = options;
    this.ofCalls = options.mode() == RecordingMode.CALLS;
    NamePatterns patterns = new NamePatterns(options.include());
    this.weaving =
        WeavingSession.open(granted, patterns, RecorderClass.ALL_THREADS, !ofCalls)
            .orElseThrow(
                refusal(BUSY, "another recording is under way in this process; wait for its end"));
    try {
      // at the start of a JVM, hardly any class matches
      if (options.isRequested() && weaving.classes() == 0) {
        throw refusal(NO_CLASS, noMatch().text()).get();
      }
      this.recording =
          ofCalls
              ? weaving.time(null)
              : weaving.record(
                  AllocationCounters.threadBytes()
                      .orElseThrow(refusal(NOT_ATTACHED, "this JVM does not count allocation")),
                  OtherThreads.EVERY,
                  1);
      // the bytes of the whole JVM are read before and after those of the threads
      this.startBytes = AllocationCounters.bytesOfAllThreads();
      this.startNanos = System.nanoTime();
      recording.start();
    } catch (ReflectiveOperationException | IOException | RuntimeException | Error e) {
      weaving.close();
      throw e;
    }
  }

  private static Supplier<RefusedException> refusal(int exit, String message) {
    return () -> new RefusedException(exit, message);
  }

  @Override
  public String stop() {
    try {
      recording.stop();
      long jvmBytes = AllocationCounters.bytesOfAllThreads() - startBytes;
      double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
      return ofCalls ? calls(seconds) : allocations(seconds, jvmBytes);
    } finally {
      weaving.close();
    }
  }

  private String calls(double seconds) {
    Map<String, Row> rows = new LinkedHashMap<>();
    recording.calls().forEach(node -> add(rows, node, new Elapsed(node.nanos())));
    return RecordingText.ofCalls(
        breakdown(new Elapsed(0), rows, notes()), options.rows(), phrases(seconds));
  }

  /**
   * Renders the bytes by site and by thread.
   *
   * @param jvmBytes the bytes that the whole JVM has allocated; 0 if unknown
   */
  private String allocations(double seconds, long jvmBytes) {
    Map<String, Row> sites = new LinkedHashMap<>();
    Map<String, Row> threads = new LinkedHashMap<>();
    List<ThreadTree> trees = recording.trees();
    for (int i = 0; i < trees.size(); i++) {
      ThreadTree tree = trees.get(i);
      // the first thread created the recording, and need not run chosen code
      if (i > 0 || tree.nodes().size() > 1) {
        tree.nodes().forEach(node -> add(sites, node, new DataSize(node.bytes())));
        add(sites, new DataSize(tree.ownBytes()), 0, "the recording itself", "");
        add(threads, new DataSize(tree.bytes()), 1, tree.name(), "");
      }
    }
    DataSize none = new DataSize(0);
    Breakdown byThread = breakdown(none, threads, List.of());
    double rest = byThread.total().amount() - breakdown(none, sites, List.of()).total().amount();
    add(sites, none.withAmount(Math.max(0, rest)), 0, "outside of the chosen code", "");
    List<String> phrases = phrases(seconds);
    phrases.add(1, none.withAmount(byThread.total().amount() / seconds).rounded() + "/s");
    if (jvmBytes > 0) {
      phrases.add(2, new DataSize(jvmBytes).rounded() + " in the whole JVM");
    }
    return RecordingText.ofBytes(
        breakdown(none, sites, notes()), byThread, options.rows(), phrases);
  }

  private static void add(Map<String, Row> rows, CallTreeNode node, Quantity amount) {
    if (!node.site().equals(CodeSite.ELSEWHERE)) {
      add(rows, amount, node.count(), node.type(), node.site().where());
    }
  }

  private static void add(
      Map<String, Row> rows, Quantity amount, long count, String type, String where) {
    if (amount.amount() > 0 || count > 0) {
      Row sum = rows.getOrDefault(type + where, new Row(amount.withAmount(0), 0, type, where));
      Quantity more = amount.withAmount(sum.amount().amount() + amount.amount());
      rows.put(type + where, new Row(more, sum.count() + count, type, where));
    }
  }

  private static Breakdown breakdown(Quantity none, Map<String, Row> rows, List<Remark> notes) {
    double sum = rows.values().stream().mapToDouble(row -> row.amount().amount()).sum();
    return new Breakdown(none.withAmount(sum), List.copyOf(rows.values()), notes);
  }

  private List<String> phrases(double seconds) {
    int classes = weaving.classes();
    return new ArrayList<>(
        List.of(
            String.format(Locale.ROOT, "%,.1f s", seconds),
            String.format(Locale.ROOT, "%,d class%s woven", classes, classes == 1 ? "" : "es"),
            JvmLayout.phrase()));
  }

  private Remark noMatch() {
    return Remark.of("no-class", NO_MATCH, String.join(":", options.include()));
  }

  private List<Remark> notes() {
    List<Remark> notes = new ArrayList<>();
    if (weaving.classes() == 0) {
      notes.add(noMatch());
    }
    List<String> skipped = List.copyOf(weaving.skipped());
    if (!skipped.isEmpty()) {
      notes.add(
          Remark.of(
              "unwoven",
              "what could not be woven, and so belongs to its callers: {classes}{more}",
              skipped.subList(0, Math.min(skipped.size(), MAX_NAMES)),
              skipped.size() > MAX_NAMES ? " and " + (skipped.size() - MAX_NAMES) + " more" : ""));
    }
    if (recording.missed()) {
      notes.add(
          Remark.of(
              "unrecorded-threads", "threads that are virtual or too many, which ran chosen code"));
    }
    return notes;
  }
}
