package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import org.apiguardian.api.API;

/**
 * Chooses which nodes of a profile are visited. What hangs under a refused node is not visited
 * either.
 *
 * @see NodeFilters
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface NodeFilter {

  /** Whether a node is visited. */
  boolean accepts(ProfileNode node);

  /** A filter that accepts what both accept. */
  default NodeFilter and(NodeFilter other) {
    requireNonNull(other, "other");
    return node -> accepts(node) && other.accepts(node);
  }

  /** A filter that accepts what either accepts. */
  default NodeFilter or(NodeFilter other) {
    requireNonNull(other, "other");
    return node -> accepts(node) || other.accepts(node);
  }

  /** A filter that accepts what this one refuses. */
  default NodeFilter negate() {
    return node -> !accepts(node);
  }
}
