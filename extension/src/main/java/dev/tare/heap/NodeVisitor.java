package dev.tare.heap;

import org.apiguardian.api.API;

/**
 * Visitor of the nodes of a profile.
 *
 * @see ProfileNode#traverse
 * @see NodeVisitors
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface NodeVisitor {

  /** Visits a node before its descendants. */
  void preVisit(ProfileNode node);

  /** Visits a node after its descendants. */
  default void postVisit(ProfileNode node) {}
}
