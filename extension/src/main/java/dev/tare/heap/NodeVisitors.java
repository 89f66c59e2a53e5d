package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

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
    return new TextVisitor(requireNonNull(to, "to"), List.of(details));
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
    return new XmlVisitor(requireNonNull(to, "to"), List.of(details));
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
    return new JsonVisitor(requireNonNull(to, "to"), List.of(details));
  }

  /** Visitor that writes one line per node. */
  private static final class TextVisitor implements NodeVisitor {

    /** Largest indentation in levels, so that a long chain does not fill the disk with spaces. */
    private static final int MAX_INDENT = 40;

    private final Appendable to;
    private final boolean retained;
    private final boolean references;
    private @Nullable ProfileNode first;

    TextVisitor(Appendable to, List<NodeDetail> details) {
      this.to = to;
      retained = details.contains(NodeDetail.RETAINED);
      references = details.contains(NodeDetail.REFERENCES);
    }

    @Override
    public void preVisit(ProfileNode node) {
      try {
        if (first == null) {
          first = node;
          to.append(heading());
        }
        appendLine(node, first);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String heading() {
      String titles = String.format(Locale.ROOT, "%16s %7s", "tree size", "");
      if (retained) {
        titles += String.format(Locale.ROOT, "  %16s %7s", "retained size", "");
      }
      return titles
          + (references ? String.format(Locale.ROOT, "  %6s", "refs") : "")
          + "  name : class\n";
    }

    private void appendLine(ProfileNode node, ProfileNode start) throws IOException {
      to.append(amount(node.size(), start.size()));
      if (retained) {
        to.append("  ").append(amount(node.retainedSize(), start.size()));
      }
      if (references) {
        to.append(String.format(Locale.ROOT, "  %,6d", node.refCount()));
      }
      int depth = node.pathLength() - start.pathLength();
      to.append("  ").append("  ".repeat(Math.min(depth, MAX_INDENT)));
      to.append(label(node, depth)).append('\n');
    }

    private static String amount(long bytes, long whole) {
      return String.format(Locale.ROOT, "%,14d B %5.1f %%", bytes, share(bytes, whole));
    }

    private static double share(long part, long whole) {
      return whole == 0 ? 0 : 100.0 * part / whole;
    }

    private static String label(ProfileNode node, int depth) {
      String deep = depth > MAX_INDENT ? "(" + depth + ") " : "";
      if (node.isShell()) {
        return deep + node.name() + " : " + node.content();
      }
      String name = node.name();
      return deep + (name.isEmpty() ? "" : name + " : ") + node.typeName();
    }
  }

  /**
   * Visitor that writes an XML element per line for every node, nested like the nodes.
   *
   * <p>It does not use the JDK's {@code XMLStreamWriter}, which counts open elements with 16 bits
   * and fails at the 32,768th.
   */
  private static final class XmlVisitor implements NodeVisitor {

    private final Writer to;
    private final List<NodeDetail> details;
    private long depth;

    XmlVisitor(Writer to, List<NodeDetail> details) {
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

  /** Visitor that writes a JSON object for every node, nested like the nodes. */
  private static final class JsonVisitor implements NodeVisitor {

    private final Writer to;
    private final List<NodeDetail> details;
    private JsonWriter writer;
    private int depth;
    private boolean hasChild;

    JsonVisitor(Writer to, List<NodeDetail> details) {
      this.to = to;
      this.details = details;
      writer = new JsonWriter(to);
    }

    @Override
    public void preVisit(ProfileNode node) {
      try {
        if (depth++ > 0 && !hasChild) {
          writer.name("children").beginArray();
        }
        hasChild = false;
        writer.beginObject();
        writer.name("name").value(node.name());
        writer.name("type").value(node.typeName());
        if (node.isShell()) {
          writer.name("content").value(node.content());
        }
        writer.name("treeSize").value(node.size());
        if (details.contains(NodeDetail.RETAINED)) {
          writer.name("retainedSize").value(node.retainedSize());
        }
        if (details.contains(NodeDetail.REFERENCES)) {
          writer.name("refs").value(node.refCount());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void postVisit(ProfileNode node) {
      try {
        if (hasChild) {
          writer.endArray();
        }
        writer.endObject();
        hasChild = true;
        if (--depth == 0) {
          hasChild = false;
          writer.flush();
          to.append('\n').flush();
          writer = new JsonWriter(to); // a JsonWriter writes one document
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
