package dev.tare.benchmark;

import dev.tare.internal.agent.record.CallTimes.Method;
import dev.tare.internal.agent.record.CallTimes.OtherCalls;
import dev.tare.internal.agent.record.CallTimes.Path;
import dev.tare.internal.profile.CallProfile;
import dev.tare.model.Breakdown;
import dev.tare.model.Remark;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Divides a figure among the called methods, in proportion to the own time of each method. */
record CallRows(CallProfile profile, boolean bytesKnown) {

  /** Number of call paths that are shown. */
  static final int MAX_PATHS = 3;

  private static final int MAX_SPOTS = 3;

  private static final String OUTSIDE = "outside the application's methods";

  /**
   * Returns the breakdown of a value.
   *
   * @param sampled the breakdown by samples, null if there is none
   */
  Breakdown breakdown(Quantity value, @Nullable Breakdown sampled) {
    List<Remark> notes = notes();
    if (sampled != null) {
      notes.addAll(notes(sampled));
    }
    return new Breakdown(value, rows(value), notes, List.of(), List.of(), callTree(value));
  }

  private List<Breakdown.CallNode> callTree(Quantity value) {
    long all = Math.max(1, profile.nanos());
    return profile.tree().stream()
        .map(
            node ->
                new Breakdown.CallNode(
                    node.parent(),
                    node.parent() < 0 ? OUTSIDE : node.method(),
                    node.calls(),
                    value.withAmount(value.amount() * node.ownNanos() / all)))
        .toList();
  }

  private List<Breakdown.Row> rows(Quantity value) {
    long all = profile.nanos();
    List<Breakdown.Row> rows = new ArrayList<>();
    for (Method method : profile.methods()) {
      if (method.calls() > 0 || method.ownNanos() > 0) {
        rows.add(
            new Breakdown.Row(
                value.withAmount(value.amount() * method.ownNanos() / Math.max(1, all)),
                method.calls(),
                method.calls() > 0 ? method.name() : OUTSIDE,
                method.calls() > 0 ? method.line() : "",
                method.calls() > 0
                    ? value.withAmount(value.amount() * method.nanos() / Math.max(1, all))
                    : null,
                bytesKnown && method.calls() > 0
                    ? new DataSize(method.ownBytes() / method.calls())
                    : null));
      }
    }
    return rows;
  }

  private List<Remark> notes() {
    List<Remark> notes = new ArrayList<>();
    notes.add(
        Remark.of(
            "hook-cost",
            "shares, not times: hooks take {all} a call, about {shares} of it in the shares, and keep"
                + " the JIT from inlining and from leaving allocations out",
            new Elapsed(profile.cost().total()),
            new Elapsed(profile.cost().recorded())));
    if (!profile.otherCalls().isEmpty()) {
      notes.add(otherThreads());
    }
    addMethodNotes(notes);
    for (Path path : profile.paths()) {
      notes.add(
          Remark.of(
              "call-path",
              "path with {percent:%.1f} % in {calls} calls: {methods: > }",
              percent(path.ownNanos()),
              path.calls(),
              path.methods()));
    }
    if (profile.callsWithoutPath() > 0) {
      notes.add(
          Remark.of(
              "more-paths",
              "{calls} calls on more paths are counted for their callers",
              profile.callsWithoutPath()));
    }
    if (!profile.skipped().isEmpty()) {
      notes.add(
          Remark.of(
              "unwoven",
              "could not be woven, counted for their callers: [{methods}]",
              List.copyOf(new ArrayList<>(profile.skipped()))));
    }
    return notes;
  }

  /** Adds notes that explain what was counted and timed. */
  private void addMethodNotes(List<Remark> notes) {
    notes.add(
        Remark.of(
            "counted-calls",
            "each call in {bodies} of the test is counted; time and bytes are a method's own, the"
                + " total includes what it calls",
            profile.bodyCalls() == 1 ? "one" : profile.bodyCalls()));
  }

  private Remark otherThreads() {
    return Remark.of(
        "calls-of-other-threads",
        "other threads made {calls} calls at the same time, whose times are unknown: {methods:, }",
        profile.otherCalls().stream().mapToLong(OtherCalls::calls).sum(),
        profile.otherCalls().stream()
            .limit(MAX_SPOTS)
            .map(other -> new Count(other.calls()).exact() + " x " + other.method())
            .toList());
  }

  /**
   * Returns the most frequent samples, which no hook slowed down, and the notes of the sampled
   * breakdown. The note on the number of samples is left out, since the rows do not show it.
   */
  private static List<Remark> notes(Breakdown sampled) {
    List<Remark> notes = new ArrayList<>();
    for (Breakdown.Row row :
        sampled.rows().subList(0, Math.min(MAX_SPOTS, sampled.rows().size()))) {
      notes.add(
          Remark.of(
              "sampled-without-hooks",
              "sampled without hooks: {percent:%.1f} % {method}",
              100 * row.amount().amount() / sampled.total().amount(),
              row.type()));
    }
    sampled.notes().stream()
        .filter(note -> !note.id().equals(TimeProfile.SAMPLE_COUNT))
        .forEach(notes::add);
    return notes;
  }

  private double percent(long nanos) {
    return 100.0 * nanos / Math.max(1, profile.nanos());
  }
}
