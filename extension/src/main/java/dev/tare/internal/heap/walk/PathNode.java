package dev.tare.internal.heap.walk;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Node of a path tree: objects of one class that were reached along one path.
 *
 * <p>To keep recursive structures from having a path per object, objects stay on one path where
 * objects of one class follow each other, as the nodes of a list or tree do, and where a path
 * repeats a step: the same field and class after the same field and class.
 */
public final class PathNode {

  private record NodeStep(String name, Class<?> type) {}

  private final @Nullable PathNode parent;
  private final NodeStep step;
  private final Map<NodeStep, PathNode> children = new HashMap<>();
  private @Nullable PathNode[] lastChildren = {};

  public long objects;
  long bytes;
  long sharedObjects;
  long sharedBytes;

  /** A shared object of the path; null if there is none. */
  @Nullable Object firstShared;

  /** Creates the path of a walk's root. */
  public PathNode(Class<?> type) {
    this(null, new NodeStep("", type));
  }

  private PathNode(@Nullable PathNode parent, NodeStep step) {
    this.parent = parent;
    this.step = step;
  }

  public Class<?> type() {
    return step.type;
  }

  /**
   * Returns the path of an object that an object of this path refers to.
   *
   * @param slot the number of the reference among those of this path's class; the last child of
   *     each number is cached
   */
  public PathNode child(int slot, String name, Class<?> type) {
    if (slot >= lastChildren.length) {
      lastChildren = Arrays.copyOf(lastChildren, slot + 1);
    }
    PathNode last = lastChildren[slot];
    if (last == null || last.step.type != type) {
      last = children.computeIfAbsent(new NodeStep(name, type), this::childFor);
      lastChildren[slot] = last;
    }
    return last;
  }

  private PathNode childFor(NodeStep following) {
    if (parent != null && step.type == following.type) {
      return this;
    }
    for (PathNode node = this; node.parent != null; node = node.parent) {
      if (node.step.equals(following) && node.parent.step.equals(step)) {
        return node;
      }
    }
    return new PathNode(this, following);
  }

  /** Returns the path as text, such as {@code items[*].name.value}; empty for the root. */
  public String text() {
    Deque<PathNode> steps = new ArrayDeque<>();
    for (PathNode node = this; node.parent != null; node = node.parent) {
      steps.push(node);
    }
    StringBuilder text = new StringBuilder();
    for (PathNode node : steps) {
      if (text.length() > 0 && !node.step.name.startsWith("[")) {
        text.append('.');
      }
      text.append(node.step.name);
    }
    return text.toString();
  }
}
