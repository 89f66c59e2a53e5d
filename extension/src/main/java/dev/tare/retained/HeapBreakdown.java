package dev.tare.retained;

import dev.tare.heap.Finding;
import dev.tare.heap.Footprint;
import dev.tare.heap.Footprint.ClassRow;
import dev.tare.heap.Footprint.ExcludedObjects;
import dev.tare.heap.NodeFilters;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ObjectLayout;
import dev.tare.heap.ProfileNode;
import dev.tare.heap.RetainedFootprint;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.heap.WasteVisitor;
import dev.tare.internal.agent.UnsteadyBytes;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Saving;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Breakdowns of a report, with possible savings, and phrases on what was measured. */
final class HeapBreakdown {

  /** Maximum number of objects to profile; more take too much memory in a failing test. */
  static final long MAX_OBJECTS = 2_000_000;

  private static final int MAX_NAMES = 5;

  private static final int MAX_HOLDERS = 2;

  /** Path through the recorded calls of an exception. */
  private static final Pattern BACKTRACE = Pattern.compile("(?:.*\\.)?backtrace(?:[.\\[].*)?");

  private static final String ROOT = "(the value itself)";

  private HeapBreakdown() {}

  /**
   * Returns the breakdown of everything that a value reaches, by class and path.
   *
   * @param ofObjects whether objects are counted, not bytes
   */
  static Breakdown of(Footprint reachable, boolean ofObjects, List<Saving> savings) {
    return breakdown(reachable, ofObjects, List.of(), savings);
  }

  /**
   * Returns the breakdown of what a value retains, by class and path, with the first holders of
   * what it shares.
   */
  static Breakdown of(
      RetainedFootprint retention,
      boolean ofObjects,
      List<Saving> savings,
      List<RootPath> holders) {
    Footprint shared = retention.shared();
    List<Remark> notes = new ArrayList<>();
    if (ofObjects && !shared.rows().isEmpty()) {
      notes.add(
          Remark.of(
              "shared",
              "the value reaches {reachable} of them; {shared} of those are also held elsewhere"
                  + " and not counted",
              retention.retained().objects().items() + shared.objects().items(),
              shared.objects()));
    } else if (!ofObjects && shared.bytes() > 0) {
      notes.add(shared(retention.reachable(), shared));
    }
    holders.stream().limit(MAX_HOLDERS).forEach(path -> notes.add(alsoHeld(path)));
    return breakdown(retention.retained(), ofObjects, notes, savings);
  }

  private static Remark alsoHeld(RootPath path) {
    String extraRoot = RootPath.RootKind.EXTRA_ROOT.noun();
    String holder = path.description().replaceFirst("^" + extraRoot + " ", "test object ");
    return Remark.of(Remark.ALSO_HELD, "by {other}", holder);
  }

  private static Breakdown breakdown(
      Footprint footprint, boolean ofObjects, List<Remark> notes, List<Saving> savings) {
    List<Breakdown.Row> rows =
        footprint.rows().stream()
            .filter(row -> ofObjects || row.size().bytes() > 0) // slices own no memory
            .map(row -> row(row, ofObjects ? row.objects() : row.size()))
            .toList();
    Quantity total = ofObjects ? footprint.objects() : footprint.size();
    return new Breakdown(total, rows, notes, savings, List.of());
  }

  private static Breakdown.Row row(ClassRow row, Quantity amount) {
    boolean isOfStackTrace = BACKTRACE.matcher(row.path()).matches();
    String unsteady = UnsteadyBytes.reason(isOfStackTrace ? Throwable.class.getName() : row.type());
    return new Breakdown.Row(amount, row.objects().items(), row.type(), where(row), unsteady);
  }

  private static Remark shared(Quantity reachable, Footprint shared) {
    ClassRow largest = shared.rows().get(0);
    return Remark.of(
        "shared",
        "the value reaches {reachable:both}; {shared:both} of that is also held elsewhere and not"
            + " counted, most of it {largest:both} in {objects} x {type} at {where}",
        reachable,
        shared.size(),
        largest.size(),
        largest.objects(),
        largest.type(),
        where(largest));
  }

  private static String where(ClassRow row) {
    return row.path().isEmpty() ? ROOT : row.path();
  }

  /** Returns phrases for everything that was reached but is not included in the figure. */
  static List<String> exclusions(Footprint footprint) {
    List<String> phrases = new ArrayList<>();
    if (footprint.offHeap().bytes() > 0) {
      phrases.add("beside it " + footprint.offHeap().both() + " outside the heap");
    }
    phrases.addAll(notCounted(footprint));
    return phrases;
  }

  /**
   * Returns phrases for objects and fields that belong to the program or are excluded by an option.
   */
  static List<String> notCounted(Footprint footprint) {
    List<String> phrases = new ArrayList<>();
    if (!footprint.excluded().isEmpty()) {
      phrases.add("not counted: " + names(footprint.excluded()));
    }
    if (!footprint.unfollowed().isEmpty()) {
      phrases.add("not followed: " + String.join(", ", footprint.unfollowed()));
    }
    return phrases;
  }

  private static String names(List<ExcludedObjects> excluded) {
    String names =
        excluded.stream()
            .limit(MAX_NAMES)
            .map(
                excludedObjects ->
                    excludedObjects.objects().exact() + " x " + excludedObjects.type())
            .collect(Collectors.joining(", "));
    int more = excluded.size() - MAX_NAMES;
    return more > 0 ? names + " and " + more + " classes more" : names;
  }

  /**
   * Returns a phrase on whether an exceeded size would be within its limit under compact headers;
   * none if the judged layout has compact headers already.
   *
   * @param graph the profiler that measured the value
   * @param sizeUnder computes the size under another layout
   */
  static List<String> underCompactHeaders(
      ObjectGraph graph, Quantity limit, Function<ObjectLayout, DataSize> sizeUnder) {
    ObjectLayout judged = graph.objectLayout();
    if (judged.headerBytes() == ObjectLayout.COMPACT.headerBytes()) {
      return List.of();
    }
    try {
      DataSize size = sizeUnder.apply(judged.withCompactHeaders());
      String verdict = size.compare(limit) > 0 ? "still over" : "within";
      return List.of("under compact headers %s: %s".formatted(size.exact(), verdict));
    } catch (UnweighableException e) {
      return List.of("under compact headers unknown: " + e.reason());
    }
  }

  /**
   * Returns whether the savings of this number of objects are computed: only in this JVM's layout.
   */
  static boolean canProfile(ObjectGraph graph, long objects) {
    return objects <= MAX_OBJECTS && graph.objectLayout().equals(graph.layout().objects());
  }

  /** Returns the possible savings found in a profile. */
  static List<Saving> savings(ProfileNode profile) {
    WasteVisitor waste = new WasteVisitor();
    profile.traverse(NodeFilters.all(), waste);
    return waste.findings().stream().map(HeapBreakdown::saving).toList();
  }

  private static Saving saving(Finding finding) {
    return new Saving(
        finding.saving(),
        finding.objects().items(),
        finding.of().items(),
        finding.type(),
        finding.path(),
        finding.waste().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        finding.description());
  }
}
