package dev.tare.heap;

import java.util.Arrays;

/**
 * Depth-first traversal of a profile. Its stack has one number per level, so trees of any depth are
 * supported.
 */
final class TreeTraversal {

  private final NodeFilter filter;
  private final NodeVisitor visitor;

  /** Position of the next child on each level. */
  private int[] positions = new int[64];

  private int depth;

  TreeTraversal(NodeFilter filter, NodeVisitor visitor) {
    this.filter = filter;
    this.visitor = visitor;
  }

  /** Visits a node that the filter has accepted, and its descendants. */
  void traverse(ProfileNode start) {
    visitor.preVisit(start);
    ProfileNode current = start;
    pushLevel();
    while (depth > 0) {
      ProfileNode child = current.child(positions[depth - 1]++);
      if (child == null) {
        visitor.postVisit(current);
        depth--;
        current = current.parent().orElse(current);
      } else if (filter.accepts(child)) {
        visitor.preVisit(child);
        pushLevel();
        current = child;
      }
    }
  }

  private void pushLevel() {
    if (depth == positions.length) {
      positions = Arrays.copyOf(positions, Math.addExact(depth, depth >> 1));
    }
    positions[depth++] = 0;
  }
}
