package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import org.apiguardian.api.API;

/**
 * Filter that selects the nodes of a profile to visit. Descendants of a rejected node are not
 * visited either.
 *
 * @see NodeFilters
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface NodeFilter {

  /** Returns whether a node is visited. */
  boolean accepts(ProfileNode node);

  /** Returns a filter that accepts a node if both filters accept it. */
  default NodeFilter and(NodeFilter other) {
    requireNonNull(other, "other");
    return node -> accepts(node) && other.accepts(node);
  }

  /** Returns a filter that accepts a node if at least one of the filters accepts it. */
  default NodeFilter or(NodeFilter other) {
    requireNonNull(other, "other");
    return node -> accepts(node) || other.accepts(node);
  }

  /** Returns a filter that accepts a node if this one rejects it. */
  default NodeFilter negate() {
    return node -> !accepts(node);
  }
}
