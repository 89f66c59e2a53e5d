package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.walk.SpanningTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Object of a profiled graph, in a tree where every object hangs under its shortest path from the
 * profiled value.
 *
 * <p>Nodes are views of one compact table, created on demand: two nodes of the same object are
 * equal but not necessarily identical. The table keeps all objects of the graph alive as long as a
 * node is in use. It reflects the graph at the time of the walk. {@link #refCount()} and {@link
 * #retainedSize()} read the graph again on the first call of either, so do not modify it until
 * then.
 *
 * <p>No method of a profiled object is called, and trees of any depth are supported. Nodes can be
 * used from several threads.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ProfileNode {

  private static final String SHELL = "<shell>";

  private final SpanningTree tree;
  private final int index;
  private final boolean isShell;

  private ProfileNode(SpanningTree tree, int index, boolean isShell) {
    this.tree = tree;
    this.index = index;
    this.isShell = isShell;
  }

  static ProfileNode root(SpanningTree tree) {
    return new ProfileNode(tree, 0, false);
  }

  /** Returns the object itself; for a shell, the object whose bytes it stands for. */
  public Object object() {
    return tree.object(index);
  }

  /**
   * Returns the name of the reference from the parent: a field's name, or an element's index such
   * as {@code [3]}. Empty for the root, {@code <shell>} for a shell.
   */
  public String name() {
    return isShell ? SHELL : tree.name(index);
  }

  /** Returns the name of the object's class, as in a {@link Footprint.ClassRow}. */
  public String typeName() {
    return ClassShape.className(object().getClass());
  }

  /**
   * Returns the tree size: the bytes of the object and all its descendants in the tree, headers and
   * padding included. For a shell, the bytes of the object alone.
   *
   * <p>The sizes of the children add up to it. A shared object is charged to the one parent on its
   * shortest path; {@link #retainedSize()} attributes shared objects to their dominator instead.
   */
  public long size() {
    return isShell ? tree.ownSize(index) : tree.size(index);
  }

  /**
   * Returns the retained size: the bytes that the root could no longer reach without this object.
   * For a shell, the bytes of the object alone.
   *
   * <p>An object that several others share is counted only for the nearest one that all paths to it
   * go through. References from outside the profiled graph are ignored; {@link
   * ObjectGraph#retained} takes them into account.
   *
   * <p>The first call for any node of a tree computes the retained sizes of all nodes. It takes
   * several times as long as the profile, and needs about 80 bytes per object and 8 per reference,
   * of which 12 bytes per object stay in use.
   */
  public long retainedSize() {
    return isShell ? tree.ownSize(index) : tree.retainedSize(index);
  }

  /**
   * Returns the number of references to the object in the profiled graph, those from the object to
   * itself included; 0 for an unreferenced root and for a shell.
   *
   * <p>The first call for any node of a tree counts the references of all nodes, which takes up to
   * 20 bytes per object and 6 for each further reference to it.
   */
  public int refCount() {
    return isShell ? 0 : tree.referenceCount(index);
  }

  /** Returns the parent in the tree; empty for the root. */
  public Optional<ProfileNode> parent() {
    if (isShell) {
      return Optional.of(node(index));
    }
    return index == 0 ? Optional.empty() : Optional.of(node(tree.parent(index)));
  }

  /**
   * Returns the child nodes, the largest first. If there are any, the {@link #shell()} is one of
   * them, so that their sizes add up to this node's.
   */
  public List<ProfileNode> children() {
    List<ProfileNode> children = new ArrayList<>();
    for (ProfileNode child = child(0); child != null; child = child(children.size())) {
      children.add(child);
    }
    return Collections.unmodifiableList(children);
  }

  /**
   * Returns the pseudo-node for the bytes of the object alone, with the object as its parent. The
   * shell of a shell is the shell itself.
   */
  public ProfileNode shell() {
    return isShell ? this : new ProfileNode(tree, index, true);
  }

  /** Returns what the bytes of the object alone are, as {@link ObjectGraph#contentOf} does. */
  public String content() {
    return tree.shapes.contentOf(object());
  }

  /** Returns whether this is the pseudo-node of an object's own bytes. */
  public boolean isShell() {
    return isShell;
  }

  /** Returns the nodes from the root to this one, both included. */
  public List<ProfileNode> path() {
    List<ProfileNode> path = new ArrayList<>();
    if (isShell) {
      path.add(this);
    }
    for (int i = index; i != SpanningTree.NONE; i = tree.parent(i)) {
      path.add(node(i));
    }
    Collections.reverse(path);
    return Collections.unmodifiableList(path);
  }

  /** Returns the path as text, such as {@code items[3].name.value}; empty for the root. */
  public String pathName() {
    StringBuilder text = new StringBuilder();
    for (ProfileNode node : path()) {
      String name = node.name();
      if (!text.isEmpty() && !name.startsWith("[")) {
        text.append('.');
      }
      text.append(name);
    }
    return text.toString();
  }

  /** Returns the number of steps from the root: 0 for the root itself. */
  public int pathLength() {
    return tree.depth(index) + (isShell ? 1 : 0);
  }

  /** Returns the node of the profiled value. */
  public ProfileNode root() {
    return node(0);
  }

  /**
   * Visits this node and its descendants: a node before its children and once more after them, the
   * children in the order of {@link #children()}.
   *
   * @param filter selects the nodes to visit; descendants of a rejected node are not visited either
   * @param visitor is called for every visit
   */
  public void traverse(NodeFilter filter, NodeVisitor visitor) {
    requireNonNull(filter, "filter");
    requireNonNull(visitor, "visitor");
    if (filter.accepts(this)) {
      new TreeTraversal(filter, visitor).traverse(this);
    }
  }

  /**
   * Returns this node and its descendants as text, one line per node, with shares of this node's
   * size. The text of a large graph is long; use {@link NodeVisitors#text} with a filter to shorten
   * it.
   *
   * @param details additional columns; without any, nothing is computed beyond the profile
   */
  public String dump(NodeDetail... details) {
    StringBuilder text = new StringBuilder();
    traverse(node -> true, NodeVisitors.text(text, details));
    return text.toString();
  }

  SpanningTree tree() {
    return tree;
  }

  /** Returns the object's number in the tree. */
  int index() {
    return index;
  }

  /** Returns the child at a position of {@link #children()}, or null if there are fewer. */
  @Nullable ProfileNode child(int rank) {
    int count = isShell ? 0 : tree.childCount(index);
    if (count == 0 || rank > count) {
      return null;
    }
    int shell = tree.shellRank(index);
    if (rank == shell) {
      return shell();
    }
    return node(tree.child(index, rank < shell ? rank : rank - 1));
  }

  private ProfileNode node(int number) {
    return new ProfileNode(tree, number, false);
  }

  /** Returns whether the other node stands for the same object in the same profile. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ProfileNode node
        && node.tree == tree
        && node.index == index
        && node.isShell == isShell;
  }

  @Override
  public int hashCode() {
    return isShell ? ~index : index;
  }

  /**
   * Returns the path, the class and the size, without calling a method of the object. A shell has
   * its content instead of the class.
   */
  @Override
  public String toString() {
    String what = isShell ? content() : typeName();
    return pathName() + " : " + what + ", " + size() + " B";
  }

  /**
   * Depth-first traversal of a profile. Its stack has one number per level, so trees of any depth
   * are supported.
   */
  private static final class TreeTraversal {

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
}
