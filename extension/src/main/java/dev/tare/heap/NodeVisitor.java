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

  /** Called before the node's descendants are visited. */
  void preVisit(ProfileNode node);

  /** Called after the node's descendants were visited. */
  default void postVisit(ProfileNode node) {}
}
