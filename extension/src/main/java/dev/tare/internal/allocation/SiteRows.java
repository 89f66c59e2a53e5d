package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.Site;
import dev.tare.model.Breakdown;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows of a breakdown: one for each class and line.
 *
 * @param reach how far classes were woven
 */
record SiteRows(ClassOrigin reach) {

  private static final String NOT_TOLD_APART = "other threads, not told apart";

  /**
   * The breakdown.
   *
   * @param total what the counter read, to which the rows add up
   * @param skipped the names of classes and methods that could not be woven
   */
  Breakdown breakdown(List<SiteShare> shares, long total, Set<String> skipped) {
    Map<List<Object>, SiteShare> merged = new LinkedHashMap<>();
    long sum = 0;
    for (SiteShare share : shares) {
      if (share.bytes() == 0) {
        continue; // created by an instruction, but removed by the JIT compiler
      }
      SiteShare told = told(share);
      boolean other = told.threads() > 0;
      List<Object> row = List.of(told.type(), told.site().where(), origin(told), other);
      merged.merge(row, told, SiteShare::plus);
      sum += told.bytes();
    }
    List<Breakdown.Row> rows = new ArrayList<>();
    merged.values().forEach(share -> rows.add(row(share)));
    // classes are woven in no order, which rows of the same size must not show
    rows.sort(Comparator.comparing(Breakdown.Row::where).thenComparing(Breakdown.Row::type));
    // the counter of this thread alone has no rest; of others it has what no hook of theirs saw
    if (total > sum) {
      rows.add(new Breakdown.Row(new DataSize(total - sum), 1, NOT_TOLD_APART, ""));
    }
    return new Breakdown(
        new DataSize(Math.max(total, sum)),
        rows,
        skipped.isEmpty()
            ? List.of()
            : List.of("could not be woven, so what they allocate is their callers': " + skipped));
  }

  /** With the JDK woven too, what a call has allocated but no code has made is the VM's. */
  private SiteShare told(SiteShare share) {
    return reach == ClassOrigin.JDK && !share.site().object() ? share.elsewhere() : share;
  }

  private static String origin(SiteShare share) {
    Site origin = share.origin();
    return origin == null ? "" : origin.where();
  }

  private static Breakdown.Row row(SiteShare share) {
    return new Breakdown.Row(
        new DataSize(share.bytes()), share.count(), share.type(), share.where());
  }
}
