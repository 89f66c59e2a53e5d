package dev.tare.internal.heap.dump;

import dev.tare.heap.NodeDetail;
import dev.tare.heap.NodeVisitor;
import dev.tare.heap.ProfileNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;

/**
 * Visitor that writes an XML element per line for every node, nested like the nodes.
 *
 * <p>It does not use the JDK's {@code XMLStreamWriter}, which counts open elements with 16 bits and
 * fails at the 32,768th.
 */
public final class XmlVisitor implements NodeVisitor {

  private final Writer to;
  private final Set<NodeDetail> details;
  private long depth;

  public XmlVisitor(Writer to, Set<NodeDetail> details) {
    this.to = to;
    this.details = details;
  }

  @Override
  public void preVisit(ProfileNode node) {
    try {
      if (depth++ > 0) {
        to.write('\n');
      }
      to.write(node.isShell() ? "<shell" : "<object");
      if (!node.isShell()) {
        attribute("name", node.name());
        attribute("type", node.typeName());
        if (details.contains(NodeDetail.REFERENCES)) {
          attribute("refs", Integer.toString(node.refCount()));
        }
      }
      if (node.isShell()) {
        attribute("content", node.content());
      }
      attribute("treeSize", Long.toString(node.size()));
      if (details.contains(NodeDetail.RETAINED)) {
        attribute("retainedSize", Long.toString(node.retainedSize()));
      }
      to.write('>');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void postVisit(ProfileNode node) {
    try {
      to.write(node.isShell() ? "</shell>" : "</object>");
      if (--depth == 0) {
        to.write('\n');
        to.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void attribute(String name, String value) throws IOException {
    to.write(" " + name + "=\"");
    StringBuilder escaped = new StringBuilder();
    value.codePoints().forEach(point -> escape(point, escaped));
    to.write(escaped.append('"').toString());
  }

  /** Escapes a character. Names in class files can contain characters that are illegal in XML. */
  private static void escape(int point, StringBuilder to) {
    switch (point) {
      case '"' -> to.append("&quot;");
      case '&' -> to.append("&amp;");
      case '<' -> to.append("&lt;");
      default -> {
        if (Character.getType(point) == Character.FORMAT || Character.isISOControl(point)) {
          // invisible, or reverses the text around it: a character reference is exact and visible
          to.append(isLegal(point) ? "&#" + point + ";" : "\uFFFD");
        } else {
          to.appendCodePoint(isLegal(point) ? point : 0xFFFD);
        }
      }
    }
  }

  private static boolean isLegal(int point) {
    return (point >= ' ' && point < Character.MIN_SURROGATE)
        || (point > Character.MAX_SURROGATE && point != 0xFFFE && point != 0xFFFF);
  }
}
