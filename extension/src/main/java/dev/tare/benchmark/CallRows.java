package dev.tare.benchmark;

import dev.tare.internal.profile.CallProfile;
import dev.tare.internal.profile.CallProfile.Method;
import dev.tare.internal.profile.CallProfile.OtherCalls;
import dev.tare.internal.profile.CallProfile.Path;
import dev.tare.model.Breakdown;
import dev.tare.model.Remark;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Divides a figure among the called methods, in proportion to the own time of each method. */
record CallRows(CallProfile profile, boolean bytesKnown) {

  /** Number of call paths that are shown. */
  private static final int MAX_PATHS = 3;

  private static final int MAX_METHODS = 3;

  private static final String OUTSIDE = "outside the application's methods";

  /**
   * Returns the breakdown of a value.
   *
   * @param differences notes on how the counted calls differ from the judged ones
   */
  Breakdown breakdown(Quantity value, List<Remark> differences) {
    List<Remark> notes = notes();
    notes.addAll(differences);
    return new Breakdown(value, rows(value), notes, List.of(), callTree(value));
  }

  private List<Breakdown.CallNode> callTree(Quantity value) {
    return profile.tree().stream()
        .map(
            node ->
                new Breakdown.CallNode(
                    node.caller(),
                    node.caller() < 0 ? OUTSIDE : node.name(),
                    node.count(),
                    share(value, node.nanos())))
        .toList();
  }

  private List<Breakdown.Row> rows(Quantity value) {
    return profile.methods().stream()
        .filter(method -> method.calls() > 0 || method.ownNanos() > 0)
        .map(method -> method.calls() > 0 ? row(method, value) : outside(method, value))
        .toList();
  }

  private Breakdown.Row row(Method method, Quantity value) {
    return new Breakdown.Row(
        share(value, method.ownNanos()),
        method.calls(),
        method.name(),
        method.line(),
        share(value, method.nanos()),
        bytesKnown ? new DataSize(method.ownBytes() / method.calls()) : null);
  }

  private Breakdown.Row outside(Method rest, Quantity value) {
    return new Breakdown.Row(share(value, rest.ownNanos()), 0, OUTSIDE, "");
  }

  private Quantity share(Quantity value, long nanos) {
    return value.withAmount(value.amount() * nanos / Math.max(1, profile.nanos()));
  }

  private List<Remark> notes() {
    List<Remark> notes = new ArrayList<>();
    notes.add(
        Remark.of(
            "hook-cost",
            "shares, not times: hooks keep the JIT from inlining and from leaving allocations out"));
    if (!profile.otherCalls().isEmpty()) {
      notes.add(otherThreads());
    }
    notes.add(
        Remark.of(
            "counted-calls",
            "each call in {bodies} of the test is counted; time and bytes are a method's own, the"
                + " total includes what it calls",
            profile.bodyCalls() == 1 ? "one" : profile.bodyCalls()));
    for (Path path : profile.paths(MAX_PATHS)) {
      notes.add(
          Remark.of(
              "call-path",
              "path with {percent:%.1f} % in {calls} calls: {methods: > }",
              percent(path.ownNanos()),
              path.calls(),
              path.methods()));
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

  private Remark otherThreads() {
    return Remark.of(
        "calls-of-other-threads",
        "other threads made {calls} calls at the same time, whose times are unknown: {methods:, }",
        profile.otherCalls().stream().mapToLong(OtherCalls::calls).sum(),
        profile.otherCalls().stream()
            .limit(MAX_METHODS)
            .map(other -> new Count(other.calls()).exact() + " x " + other.method())
            .toList());
  }

  private double percent(long nanos) {
    return 100.0 * nanos / Math.max(1, profile.nanos());
  }
}
