package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.dump.JsonVisitor;
import dev.tare.internal.heap.dump.TextVisitor;
import dev.tare.internal.heap.dump.XmlVisitor;
import java.io.Writer;
import java.util.Set;
import org.apiguardian.api.API;

/** Visitors that write a profile down. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NodeVisitors {

  private NodeVisitors() {}

  /**
   * Writes one line a node: the bytes of the node and of what hangs under it in the tree with their
   * share of the first visited node's, the retained bytes with theirs and the number of references
   * where they are asked for, and the name and class, further to the right the deeper.
   *
   * @param to where to write; an {@link java.io.IOException} of its is thrown unchecked
   * @param details what else to say; without any, nothing is computed that the profile has not
   */
  public static NodeVisitor text(Appendable to, NodeDetail... details) {
    return new TextVisitor(requireNonNull(to, "to"), Set.of(details));
  }

  /**
   * Writes an XML element for each node, nested as the nodes are: {@code object} with the
   * attributes {@code name}, {@code type}, {@code treeSize} and, where asked for, {@code refs} and
   * {@code retainedSize}, the sizes in bytes, or {@code shell} with the sizes. There is one root
   * element for each traversal and no XML declaration. A character of a name that XML cannot hold
   * is written as {@code U+FFFD}.
   *
   * @param to where to write; it is flushed after a traversal and not closed, and an {@link
   *     java.io.IOException} of its is thrown unchecked
   * @param details what else to say; without any, nothing is computed that the profile has not
   */
  public static NodeVisitor xml(Writer to, NodeDetail... details) {
    return new XmlVisitor(requireNonNull(to, "to"), Set.of(details));
  }

  /**
   * Writes a JSON object for each node, with {@code name}, {@code type}, {@code treeSize}, where
   * asked for {@code retainedSize} and {@code refs}, the sizes in bytes, and {@code children} where
   * any were visited: an array of the same. There is one line for each traversal.
   *
   * @param to where to write; it is flushed after a traversal and not closed, and an {@link
   *     java.io.IOException} of its is thrown unchecked
   * @param details what else to say; without any, nothing is computed that the profile has not
   */
  public static NodeVisitor json(Writer to, NodeDetail... details) {
    return new JsonVisitor(requireNonNull(to, "to"), Set.of(details));
  }
}
