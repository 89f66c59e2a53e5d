package dev.tare.heap;

import org.apiguardian.api.API;

/**
 * Told of the nodes of a profile as they are visited.
 *
 * @see ProfileNode#traverse
 * @see NodeVisitors
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface NodeVisitor {

  /** Called before what hangs under the node is visited. */
  void preVisit(ProfileNode node);

  /** Called after everything that hangs under the node was visited. */
  default void postVisit(ProfileNode node) {}
}
