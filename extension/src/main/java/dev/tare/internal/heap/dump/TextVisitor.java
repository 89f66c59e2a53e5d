package dev.tare.internal.heap.dump;

import dev.tare.heap.NodeDetail;
import dev.tare.heap.NodeVisitor;
import dev.tare.heap.ProfileNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Visitor that writes one line per node. */
public final class TextVisitor implements NodeVisitor {

  /** Largest indentation in levels, so that a long chain does not fill the disk with spaces. */
  private static final int MAX_INDENT = 40;

  private final Appendable to;
  private final boolean retained;
  private final boolean references;
  private @Nullable ProfileNode first;

  public TextVisitor(Appendable to, Set<NodeDetail> details) {
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
    return 100.0 * part / whole;
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
