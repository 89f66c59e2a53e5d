package dev.tare.internal.render;

import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.CallNode;
import java.util.List;

/**
 * Renders a call tree as collapsed stacks, which tools for flame graphs read: one line for each
 * path, with the methods separated by semicolons, a space, and a whole number.
 *
 * <p>The number is the path's own share of the total, in millionths. Paths without a share are
 * omitted.
 */
public final class CollapsedStacks {

  private static final long MILLIONTHS = 1_000_000;

  private CollapsedStacks() {}

  /** Returns the lines of a call tree; empty if the breakdown has none. */
  public static String render(Breakdown breakdown) {
    List<CallNode> calls = breakdown.calls();
    StringBuilder text = new StringBuilder();
    for (CallNode node : calls) {
      long share =
          Math.round(
              MILLIONTHS * node.amount().amount() / Math.max(1e-9, breakdown.total().amount()));
      if (share > 0) {
        text.append(stack(calls, node)).append(' ').append(share).append('\n');
      }
    }
    return text.toString();
  }

  private static String stack(List<CallNode> calls, CallNode node) {
    StringBuilder stack = new StringBuilder(frame(node));
    int parent = node.parent();
    // the first node, which has no caller, is the code that calls all others
    while (parent > 0) {
      stack.insert(0, frame(calls.get(parent)) + ";");
      parent = calls.get(parent).parent();
    }
    return stack.toString();
  }

  private static String frame(CallNode node) {
    return node.method().replace(';', ',');
  }
}
