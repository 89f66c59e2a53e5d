package dev.tare.internal.allocation;

import static java.util.stream.Collectors.toSet;

import dev.tare.internal.agent.UnsteadyBytes;
import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.CallNode;
import dev.tare.model.Remark;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes the rows of a breakdown, one for each class and line.
 *
 * @param reach the farthest origin of classes that were woven
 */
public record SiteRows(ClassOrigin reach) {

  /** Label of the bytes of threads that were not recorded. */
  private static final String NOT_SEPARATED = "other threads, not separated";

  /**
   * Returns the breakdown.
   *
   * @param calls the bytes by path of calls; none to leave them out
   * @param total the counter's figure, which the rows add up to
   * @param skipped the names of classes and methods that could not be woven
   */
  Breakdown breakdown(
      List<CallTreeNode> shares, List<CallTreeNode> calls, long total, Set<String> skipped) {
    Map<List<Object>, CallTreeNode> merged = new LinkedHashMap<>();
    long sum = 0;
    for (CallTreeNode share : shares) {
      if (share.bytes() == 0) {
        continue; // created by an instruction whose allocation the JIT compiler has removed
      }
      CallTreeNode attributed = attribute(share);
      boolean otherThread = attributed.threads() > 0;
      List<Object> rowKey =
          List.of(attributed.type(), attributed.site().where(), origin(attributed), otherThread);
      merged.merge(
          rowKey, attributed, (one, other) -> one.plus(other, one.threads() + other.threads()));
      sum += attributed.bytes();
    }
    List<Breakdown.Row> rows = new ArrayList<>();
    merged.values().forEach(share -> rows.add(row(share)));
    // classes are woven in varying order; rows of the same size need a stable one
    rows.sort(Comparator.comparing(Breakdown.Row::where).thenComparing(Breakdown.Row::type));
    // a counter of several threads includes bytes of threads that were not recorded
    if (total > sum) {
      rows.add(new Breakdown.Row(new DataSize(total - sum), 1, NOT_SEPARATED, ""));
    }
    return new Breakdown(
        new DataSize(Math.max(total, sum)),
        rows,
        skippedNotes(skipped),
        List.of(),
        tree(calls, total));
  }

  /** Returns the tree of calls, whose first node has what belongs to no call. */
  private static List<CallNode> tree(List<CallTreeNode> calls, long total) {
    Set<Integer> callers = calls.stream().map(CallTreeNode::caller).collect(toSet());
    List<CallNode> tree = new ArrayList<>();
    long rest = total - calls.stream().mapToLong(CallTreeNode::bytes).sum();
    for (CallTreeNode node : calls) {
      boolean isLine = !node.site().equals(CodeSite.ELSEWHERE);
      String name = tree.isEmpty() ? "all calls" : isLine ? node.site().where() : node.name();
      tree.add(
          new CallNode(
              node.caller(),
              isLine && !callers.contains(tree.size()) ? node.name() + " at " + name : name,
              node.count(),
              new DataSize(node.bytes() + (tree.isEmpty() ? Math.max(0, rest) : 0))));
    }
    return tree;
  }

  private static List<Remark> skippedNotes(Set<String> skipped) {
    return skipped.isEmpty()
        ? List.of()
        : List.of(
            Remark.of(
                "unwoven",
                "could not be woven, so what they allocate is shown at their callers: [{classes}]",
                new ArrayList<>(skipped)));
  }

  /**
   * Returns the share; with the JDK woven too, allocation without an instruction is attributed to
   * the VM.
   */
  private CallTreeNode attribute(CallTreeNode share) {
    return reach == ClassOrigin.JDK && !share.site().createsObjects() ? share.elsewhere() : share;
  }

  private static String origin(CallTreeNode share) {
    CodeSite origin = share.origin();
    return origin == null ? "" : origin.where();
  }

  private static Breakdown.Row row(CallTreeNode share) {
    return new Breakdown.Row(
        new DataSize(share.bytes()), share.count(), share.type(), share.where(), unsteady(share));
  }

  /** Returns the rows of objects, one for each class and line. */
  public static List<Breakdown.Row> ofObjects(List<CallTreeNode> shares) {
    Map<List<String>, Breakdown.Row> rows = new LinkedHashMap<>();
    for (CallTreeNode share : shares) {
      rows.merge(
          List.of(share.type(), share.where()),
          objects(share, share.count()),
          (row, more) -> objects(share, row.count() + more.count()));
    }
    return List.copyOf(rows.values());
  }

  private static Breakdown.Row objects(CallTreeNode share, long count) {
    return new Breakdown.Row(new Count(count), count, share.type(), share.where(), unsteady(share));
  }

  private static String unsteady(CallTreeNode share) {
    return share.threads() > 0 ? UnsteadyBytes.THREADS : UnsteadyBytes.reason(share.name());
  }
}
