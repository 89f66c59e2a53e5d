package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.tree.SpanningTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One object of a profiled graph, in a tree in which every object hangs under its shortest path
 * from the profiled value.
 *
 * <p>Nodes are views of one compact table and are made when they are asked for: two nodes of the
 * same object are equal and not necessarily the same. The table holds all objects of the graph, so
 * none of them is collected as long as a node is in use. What the table says is of the moment when
 * it was made; {@link #refCount()} and {@link #retainedSize()} read the graph again when the first
 * of them is asked for, so the graph must not have been changed until then.
 *
 * <p>No method of a profiled object is called, and no depth of the tree is too much. Nodes may be
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

  /** The object itself; for a shell, the object whose shell it is. */
  public Object object() {
    return tree.object(index);
  }

  /**
   * What the parent calls it: a field's name, or an element's index such as {@code [3]}. Empty for
   * the root, {@code <shell>} for a shell.
   */
  public String name() {
    return isShell ? SHELL : tree.name(index);
  }

  /** The name of the object's class, as in a {@link Footprint.Row}. */
  public String typeName() {
    return ClassShape.className(object().getClass());
  }

  /**
   * The bytes of the object and of everything that hangs under it in the tree, headers and padding
   * included; for a shell, those of the object alone.
   *
   * <p>The sizes of the children add up to it. A shared object is charged to the one parent that
   * its shortest path leads through; see {@link #retainedSize()} for the other way of counting.
   */
  public long size() {
    return isShell ? tree.ownSize(index) : tree.size(index);
  }

  /**
   * The bytes that could not be reached from the root any more if this object were gone: the object
   * and everything that all paths from the root to go through it. For a shell, the bytes of the
   * object alone.
   *
   * <p>What several objects share is counted for none of them but for the nearest one that all
   * paths to it go through. References from outside of the profiled graph are not looked at; {@link
   * ObjectGraph#retained} does that.
   *
   * <p>The first call for any node of a tree computes it for all of them, which takes several times
   * what the profile took; meanwhile some 80 bytes an object and 8 a reference are needed, and 12
   * bytes an object stay in use.
   */
  public long retainedSize() {
    return isShell ? tree.ownSize(index) : tree.retainedSize(index);
  }

  /**
   * How many references in the profiled graph lead to the object, its own to itself included; 0 for
   * a root that nothing refers back to, and for a shell.
   *
   * <p>The first call for any node of a tree counts them for all, with 10 to 16 bytes an object.
   */
  public int refCount() {
    return isShell ? 0 : tree.referenceCount(index);
  }

  /** The node that it hangs under; empty for the root. */
  public Optional<ProfileNode> parent() {
    if (isShell) {
      return Optional.of(node(index));
    }
    return index == 0 ? Optional.empty() : Optional.of(node(tree.parents.get(index)));
  }

  /**
   * The nodes that hang under it, the largest first. Where there are any, the {@link #shell()} is
   * one of them, so that their sizes add up to this node's.
   */
  public List<ProfileNode> children() {
    List<ProfileNode> children = new ArrayList<>();
    for (ProfileNode child = child(0); child != null; child = child(children.size())) {
      children.add(child);
    }
    return Collections.unmodifiableList(children);
  }

  /**
   * A pseudo-node for the bytes of the object alone, with the object as its parent; a shell's shell
   * is itself.
   */
  public ProfileNode shell() {
    return isShell ? this : new ProfileNode(tree, index, true);
  }

  /** Whether this is the pseudo-node of an object's own bytes. */
  public boolean isShell() {
    return isShell;
  }

  /** The nodes from the root to this one, both included. */
  public List<ProfileNode> path() {
    List<ProfileNode> path = new ArrayList<>();
    if (isShell) {
      path.add(this);
    }
    for (int i = index; i != SpanningTree.NONE; i = tree.parents.get(i)) {
      path.add(node(i));
    }
    Collections.reverse(path);
    return Collections.unmodifiableList(path);
  }

  /** The path as text, such as {@code items[3].name.value}; empty for the root. */
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

  /** How many steps it is from the root: 0 for the root itself. */
  public int pathLength() {
    return tree.depth(index) + (isShell ? 1 : 0);
  }

  /** The node of the profiled value. */
  public ProfileNode root() {
    return node(0);
  }

  /**
   * Visits this node and what hangs under it, a node before its children and once more after them,
   * the children in the order of {@link #children()}.
   *
   * @param filter what to visit; what hangs under a node that it refuses is not visited either
   * @param visitor told of every visit
   */
  public void traverse(NodeFilter filter, NodeVisitor visitor) {
    requireNonNull(filter, "filter");
    requireNonNull(visitor, "visitor");
    if (filter.accepts(this)) {
      new TreeTraversal(filter, visitor).from(this);
    }
  }

  /**
   * This node and everything that hangs under it as text, one line a node, with the shares of this
   * node's size. Long for a large graph: {@link NodeVisitors#text} with a filter says less.
   *
   * @param details what else to say; without any, nothing is computed that the profile has not
   */
  public String dump(NodeDetail... details) {
    StringBuilder text = new StringBuilder();
    traverse(node -> true, NodeVisitors.text(text, details));
    return text.toString();
  }

  SpanningTree tree() {
    return tree;
  }

  /** The object's number in the tree. */
  int index() {
    return index;
  }

  /** The child of a rank among {@link #children()}, null if there are not so many. */
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

  /** Whether it is a node of the same object in the same profile. */
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

  /** The path, the class and the size; no method of the object is called. */
  @Override
  public String toString() {
    return pathName() + " : " + typeName() + ", " + size() + " B";
  }
}
