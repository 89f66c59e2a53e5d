package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apiguardian.api.API;

/**
 * Filters for the nodes of a profile. Combine them with {@link NodeFilter#and}, {@link
 * NodeFilter#or} and {@link NodeFilter#negate}.
 *
 * <p>Rejecting a node also hides its descendants. Therefore {@code ofType(...).negate()} cuts off
 * whole subtrees, and {@code ofType(...)} alone shows only nodes whose ancestors are all of the
 * type.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NodeFilters {

  private NodeFilters() {}

  /** Returns a filter that accepts every node. */
  public static NodeFilter all() {
    return node -> true;
  }

  /**
   * Returns a filter that accepts nodes with a minimum {@link ProfileNode#size}.
   *
   * @param bytes the smallest accepted size
   */
  public static NodeFilter sizeAtLeast(long bytes) {
    return node -> node.size() >= bytes;
  }

  /**
   * Returns a filter that accepts nodes that make up at least a share of their parent's size, and
   * the root.
   *
   * @param share from 0 to 1, for example 0.05
   * @throws IllegalArgumentException if the share is not in the range
   */
  public static NodeFilter shareOfParentAtLeast(double share) {
    requireShare(share);
    return node -> node.parent().map(parent -> node.size() >= share * parent.size()).orElse(true);
  }

  /**
   * Returns a filter that accepts nodes that make up at least a share of the root's size.
   *
   * @param share from 0 to 1, for example 0.05
   * @throws IllegalArgumentException if the share is not in the range
   */
  public static NodeFilter shareOfRootAtLeast(double share) {
    requireShare(share);
    return node -> node.size() >= share * node.root().size();
  }

  /**
   * Returns a filter that accepts nodes up to a distance from the root.
   *
   * @param steps the largest accepted distance; 0 accepts only the root
   * @throws IllegalArgumentException if the number is negative
   */
  public static NodeFilter pathLengthAtMost(int steps) {
    if (steps < 0) {
      throw new IllegalArgumentException(
          "a path length cannot be negative: " + steps + "; accepted is for example 3");
    }
    return node -> node.pathLength() <= steps;
  }

  /**
   * Returns a filter that accepts nodes whose object is an instance of at least one of the types.
   */
  public static NodeFilter ofType(Class<?>... types) {
    List<Class<?>> named = List.of(requireNonNull(types, "types"));
    return node -> named.stream().anyMatch(type -> type.isInstance(node.object()));
  }

  /**
   * Returns a filter that accepts objects and rejects shells, the pseudo-nodes of an object's own
   * bytes.
   */
  public static NodeFilter objectsOnly() {
    return node -> !node.isShell();
  }

  private static void requireShare(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "a share is from 0 to 1, for example 0.05, and not " + share);
    }
  }
}
