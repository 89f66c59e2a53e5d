package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import org.apiguardian.api.API;

/** Visitors that write a profile down. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NodeVisitors {

  private NodeVisitors() {}

  /**
   * Writes one line a node: the bytes of the node and of what hangs under it in the tree with their
   * share of the first visited node's, the retained bytes with theirs, the number of references,
   * and the name and class, further to the right the deeper.
   *
   * @param to where to write; an {@link java.io.IOException} of its is thrown unchecked
   */
  public static NodeVisitor text(Appendable to) {
    return new TextVisitor(requireNonNull(to, "to"));
  }
}
