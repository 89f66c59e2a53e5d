package dev.tare.heap;

import java.util.Arrays;

/** A traversal of a tree. Its stack has one number for each level, so no tree is too deep. */
final class TreeTraversal {

  private final NodeFilter filter;
  private final NodeVisitor visitor;

  /** The rank of the next child on each open level. */
  private int[] ranks = new int[64];

  private int depth;

  TreeTraversal(NodeFilter filter, NodeVisitor visitor) {
    this.filter = filter;
    this.visitor = visitor;
  }

  /** Visits a node that the filter has accepted, and what hangs under it. */
  void from(ProfileNode start) {
    visitor.preVisit(start);
    ProfileNode current = start;
    open();
    while (depth > 0) {
      ProfileNode child = current.child(ranks[depth - 1]++);
      if (child == null) {
        visitor.postVisit(current);
        depth--;
        current = current.parent().orElse(current);
      } else if (filter.accepts(child)) {
        visitor.preVisit(child);
        open();
        current = child;
      }
    }
  }

  private void open() {
    if (depth == ranks.length) {
      ranks = Arrays.copyOf(ranks, Math.addExact(depth, depth >> 1));
    }
    ranks[depth++] = 0;
  }
}
