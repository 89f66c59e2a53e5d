package dev.tare.internal.heap.walk;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one class that were reached along one path.
 *
 * <p>Recursive structures would have a path for every object. Where objects of one class follow
 * each other, as the nodes of a list or tree do, they stay on one path, and so do those that come
 * by a step that the path has taken before: the same field and class after the same field and
 * class.
 */
public final class PathNode {

  private record Step(String name, Class<?> type) {}

  private final @Nullable PathNode parent;
  private final Step step;
  private final Map<Step, PathNode> children = new HashMap<>();
  private @Nullable PathNode[] latest = {};

  public long objects;
  long bytes;
  long sharedObjects;
  long sharedBytes;

  /** The path of a walk's root. */
  public PathNode(Class<?> type) {
    this(null, new Step("", type));
  }

  private PathNode(@Nullable PathNode parent, Step step) {
    this.parent = parent;
    this.step = step;
  }

  public Class<?> type() {
    return step.type;
  }

  /**
   * The path of an object that one of this path's refers to.
   *
   * @param place the number of the reference among those of an object of this path's class; what
   *     the last one of that number led to is at hand without a table
   */
  public PathNode child(int place, String name, Class<?> type) {
    if (place >= latest.length) {
      latest = Arrays.copyOf(latest, place + 1);
    }
    PathNode last = latest[place];
    if (last == null || last.step.type != type) {
      last = children.computeIfAbsent(new Step(name, type), this::next);
      latest[place] = last;
    }
    return last;
  }

  private PathNode next(Step wanted) {
    if (parent != null && step.type == wanted.type) {
      return this;
    }
    for (PathNode node = this; node.parent != null; node = node.parent) {
      if (node.step.equals(wanted) && node.parent.step.equals(step)) {
        return node;
      }
    }
    return new PathNode(this, wanted);
  }

  /** The path as text, such as {@code items[*].name.value}; the root's own is empty. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (PathNode node = this; node.parent != null; node = node.parent) {
      boolean dotted = node.parent.parent != null && !node.step.name.startsWith("[");
      text.insert(0, dotted ? "." + node.step.name : node.step.name);
    }
    return text.toString();
  }
}
