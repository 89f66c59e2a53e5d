package dev.tare.benchmark;

import dev.tare.internal.agent.record.CallTimes.Method;
import dev.tare.internal.agent.record.CallTimes.Path;
import dev.tare.internal.profile.CallProfile;
import dev.tare.model.Breakdown;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Shares out a figure among the called methods, by the time that each took itself.
 *
 * @param profile the calls
 * @param bytesKnown whether the allocated bytes are known
 */
record CallRows(CallProfile profile, boolean bytesKnown) {

  /** Number of paths that are shown. */
  static final int PATHS = 3;

  private static final int SPOTS = 3;

  private static final String OUTSIDE = "outside the application's methods";

  /**
   * Returns the breakdown of a value.
   *
   * @param sampled the breakdown by samples, null if there is none
   */
  Breakdown breakdown(Quantity value, @Nullable Breakdown sampled) {
    List<String> notes = notes();
    if (sampled != null) {
      notes.addAll(notes(sampled));
    }
    return new Breakdown(value, rows(value), notes);
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
                method.calls() > 0 ? where(method) : ""));
      }
    }
    return rows;
  }

  private String where(Method method) {
    String where = "%s; total %s".formatted(method.line(), share(method.nanos()));
    return bytesKnown
        ? "%s; %s a call"
            .formatted(where, new DataSize(method.ownBytes() / method.calls()).rounded())
        : where;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "each call in %s of the test is counted; time and bytes are a method's own, the total is"
                + " with what it calls",
            profile.bodies() == 1 ? "one" : String.format(Locale.ROOT, "%,d", profile.bodies())));
    notes.add(
        ("shares, not times: hooks take %s a call, about %s of it in the shares, and keep the JIT from"
                + " inlining and from leaving allocations out")
            .formatted(
                new Elapsed(profile.cost().inAll()).rounded(),
                new Elapsed(profile.cost().inTimes()).rounded()));
    for (Path path : profile.paths()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "path with %s in %,d calls: %s",
              share(path.ownNanos()),
              path.calls(),
              String.join(" > ", path.methods())));
    }
    if (profile.crowded() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%,d calls on more paths are told with their callers'",
              profile.crowded()));
    }
    if (!profile.skipped().isEmpty()) {
      notes.add("could not be woven, told with their callers: " + profile.skipped());
    }
    return notes;
  }

  /**
   * Returns the most frequent samples, which no hook slowed down, and the notes of the sampled
   * breakdown.
   */
  private static List<String> notes(Breakdown sampled) {
    List<String> notes = new ArrayList<>();
    for (Breakdown.Row row : sampled.rows().subList(0, Math.min(SPOTS, sampled.rows().size()))) {
      double share = row.amount().amount() / sampled.total().amount();
      notes.add(
          String.format(Locale.ROOT, "sampled without hooks: %.1f %% %s", 100 * share, row.type()));
    }
    // the first note describes the count of samples, which the rows do not show
    notes.addAll(sampled.notes().subList(1, sampled.notes().size()));
    return notes;
  }

  private String share(long nanos) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * nanos / Math.max(1, profile.nanos()));
  }
}
