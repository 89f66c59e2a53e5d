package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.dump.JsonVisitor;
import dev.tare.internal.heap.dump.TextVisitor;
import dev.tare.internal.heap.dump.XmlVisitor;
import java.io.Writer;
import java.util.Set;
import org.apiguardian.api.API;

/** Visitors that write a profile as text, XML or JSON. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NodeVisitors {

  private NodeVisitors() {}

  /**
   * Returns a visitor that writes one line per node, indented by depth. A line has the tree size
   * with its share of the first visited node's, the requested details, and the node's name and
   * class; a shell has its {@linkplain ProfileNode#content content} instead of a class.
   *
   * @param to the destination; its {@link java.io.IOException}s are thrown unchecked
   * @param details additional columns; without any, nothing is computed beyond the profile
   */
  public static NodeVisitor text(Appendable to, NodeDetail... details) {
    return new TextVisitor(requireNonNull(to, "to"), Set.of(details));
  }

  /**
   * Returns a visitor that writes an XML element for each node, nested like the nodes: {@code
   * object} with the attributes {@code name}, {@code type}, {@code treeSize} and, if requested,
   * {@code refs} and {@code retainedSize}; or {@code shell} with {@code content} and the sizes.
   * Sizes are in bytes. There is one root element for each traversal and no XML declaration. A
   * character of a name that is illegal in XML is written as {@code U+FFFD}.
   *
   * @param to the destination; it is flushed after each traversal and not closed, and its {@link
   *     java.io.IOException}s are thrown unchecked
   * @param details additional attributes; without any, nothing is computed beyond the profile
   */
  public static NodeVisitor xml(Writer to, NodeDetail... details) {
    return new XmlVisitor(requireNonNull(to, "to"), Set.of(details));
  }

  /**
   * Returns a visitor that writes a JSON object for each node, with {@code name}, {@code type}, for
   * a shell {@code content}, {@code treeSize}, if requested {@code retainedSize} and {@code refs},
   * and {@code children}, an array of such objects, if any were visited. Sizes are in bytes. There
   * is one line for each traversal.
   *
   * @param to the destination; it is flushed after each traversal and not closed, and its {@link
   *     java.io.IOException}s are thrown unchecked
   * @param details additional members; without any, nothing is computed beyond the profile
   */
  public static NodeVisitor json(Writer to, NodeDetail... details) {
    return new JsonVisitor(requireNonNull(to, "to"), Set.of(details));
  }
}
