package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.apiguardian.api.API;

/**
 * Filters for the nodes of a profile. Combine them with {@link NodeFilter#and}, {@link
 * NodeFilter#or} and {@link NodeFilter#negate}.
 *
 * <p>A node that is refused hides what hangs under it; {@code ofType(...).negate()} therefore cuts
 * off whole subtrees, and {@code ofType(...)} alone shows what hangs under the root in an unbroken
 * chain of such objects.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NodeFilters {

  private NodeFilters() {}

  /** Accepts everything. */
  public static NodeFilter all() {
    return node -> true;
  }

  /**
   * Accepts nodes whose {@link ProfileNode#size} is at least so much.
   *
   * @param bytes the smallest size that is accepted
   */
  public static NodeFilter sizeAtLeast(long bytes) {
    return node -> node.size() >= bytes;
  }

  /**
   * Accepts nodes that make up at least a share of their parent's size, and the root.
   *
   * @param share from 0 to 1, for example 0.05
   * @throws IllegalArgumentException if the share is not in the range
   */
  public static NodeFilter shareOfParentAtLeast(double share) {
    requireShare(share);
    return node -> node.parent().map(parent -> node.size() >= share * parent.size()).orElse(true);
  }

  /**
   * Accepts nodes that make up at least a share of the root's size.
   *
   * @param share from 0 to 1, for example 0.05
   * @throws IllegalArgumentException if the share is not in the range
   */
  public static NodeFilter shareOfRootAtLeast(double share) {
    requireShare(share);
    return node -> node.size() >= share * node.root().size();
  }

  /**
   * Accepts nodes that are at most so many steps from the root.
   *
   * @param steps 0 accepts the root only
   * @throws IllegalArgumentException if the number is negative
   */
  public static NodeFilter depthAtMost(int steps) {
    if (steps < 0) {
      throw new IllegalArgumentException(
          "a depth cannot be negative: " + steps + "; accepted is for example 3");
    }
    return node -> node.pathLength() <= steps;
  }

  /** Accepts nodes whose object is of one of some types or their subtypes. */
  public static NodeFilter ofType(Class<?>... types) {
    Set<Class<?>> named = Set.of(requireNonNull(types, "types"));
    return node -> named.stream().anyMatch(type -> type.isInstance(node.object()));
  }

  /** Accepts nodes of objects and refuses the shells, which stand for an object's own bytes. */
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
