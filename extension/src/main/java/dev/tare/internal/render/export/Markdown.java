package dev.tare.internal.render.export;

import dev.tare.internal.render.OneLine;
import java.util.List;

/**
 * Markdown as GitHub and GitLab read it.
 *
 * <p>Texts from outside become character references where they have a special character. A
 * reference never begins an element of Markdown, a cell of a table or an HTML tag.
 */
final class Markdown {

  private static final String SPECIAL = "&<>\"'|`*_[]\\~#@$:!";
  private static final int MAX_NAME_WIDTH = 120;

  private Markdown() {}

  /** Returns a text as one line that has no effect on the Markdown around it. */
  static String escaped(String text) {
    String line = OneLine.of(text);
    StringBuilder escaped = new StringBuilder(line.length() + 16);
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (SPECIAL.indexOf(c) < 0) {
        escaped.append(c);
      } else {
        escaped.append("&#").append((int) c).append(';');
      }
    }
    return escaped.toString();
  }

  /** Returns a name in the font of code. In code, no {@code @name} is a mention of a user. */
  static String code(String name) {
    return "<code>" + escaped(OneLine.clipped(name, MAX_NAME_WIDTH)) + "</code>";
  }

  /** Returns lines that are shown as they are, in the font of code. */
  static String preformatted(List<String> lines) {
    String text = String.join("\n", lines);
    return "<pre>\n"
        + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        + "\n</pre>\n";
  }

  /**
   * Returns a table.
   *
   * @param titles the titles; columns whose title ends in a colon are aligned to the right
   * @param rows cells that are Markdown
   */
  static String table(List<String> titles, List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    text.append(line(titles.stream().map(title -> title.replace(":", "")).toList()));
    text.append(line(titles.stream().map(title -> title.endsWith(":") ? "--:" : "---").toList()));
    rows.forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  /** Returns a text that is shown when the reader opens it. */
  static String folded(String summary, String text) {
    return "<details><summary>" + escaped(summary) + "</summary>\n\n" + text + "\n</details>\n";
  }
}
