package dev.tare.heap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes a line for every node. */
final class TextVisitor implements NodeVisitor {

  /** Deeper lines are as far to the right, or a long chain would fill the disk with spaces. */
  private static final int MOST_INDENTED = 40;

  private static final String HEADING =
      String.format(
          Locale.ROOT,
          "%16s %7s  %16s %7s  %6s  %s\n",
          "tree size",
          "",
          "retained size",
          "",
          "refs",
          "name : class");

  private final Appendable to;
  private @Nullable ProfileNode first;

  TextVisitor(Appendable to) {
    this.to = to;
  }

  @Override
  public void preVisit(ProfileNode node) {
    try {
      if (first == null) {
        first = node;
        to.append(HEADING);
      }
      line(node, first);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void line(ProfileNode node, ProfileNode start) throws IOException {
    String figures =
        String.format(
            Locale.ROOT,
            "%,14d B %5.1f %%  %,14d B %5.1f %%  %,6d  ",
            node.size(),
            share(node.size(), start.size()),
            node.retainedSize(),
            share(node.retainedSize(), start.size()),
            node.refCount());
    int depth = node.pathLength() - start.pathLength();
    to.append(figures).append("  ".repeat(Math.min(depth, MOST_INDENTED)));
    to.append(label(node, depth)).append('\n');
  }

  private static double share(long part, long whole) {
    return 100.0 * part / whole;
  }

  private static String label(ProfileNode node, int depth) {
    String deep = depth > MOST_INDENTED ? "(" + depth + ") " : "";
    if (node.isShell()) {
      return deep + node.name();
    }
    String name = node.name();
    return deep + (name.isEmpty() ? "" : name + " : ") + node.typeName();
  }
}
