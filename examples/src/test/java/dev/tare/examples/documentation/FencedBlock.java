package dev.tare.examples.documentation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced code block of a Markdown document.
 *
 * @param start the index of the opening fence among the document's lines
 * @param end the index of the closing fence; the number of lines if it is missing
 * @param language what stands behind the opening fence, empty if nothing does
 * @param marker the comment before it, which says what it shows; empty if there is none
 * @param lines what stands between the fences, without the indentation of the fence
 */
record FencedBlock(int start, int end, String language, String marker, List<String> lines) {

  private static final Pattern FENCE = Pattern.compile("( *)(`{3,}|~{3,})\\s*([^\\s`]*)[^`]*");
  private static final Pattern MARKER =
      Pattern.compile("\\s*<!-- ((snippet|output): .*\\S) -->\\s*");

  static List<FencedBlock> of(List<String> document) {
    List<FencedBlock> blocks = new ArrayList<>();
    for (int line = 0; line < document.size(); line++) {
      Matcher fence = FENCE.matcher(document.get(line));
      if (fence.matches()) {
        FencedBlock block = read(document, line, fence);
        blocks.add(block);
        line = block.end();
      }
    }
    return blocks;
  }

  /** Returns the marker of the block below a line; empty if the line is no marker. */
  static String marker(String line) {
    Matcher marker = MARKER.matcher(line);
    return marker.matches() ? marker.group(1) : "";
  }

  private static FencedBlock read(List<String> document, int start, Matcher fence) {
    int indent = fence.group(1).length();
    List<String> lines = new ArrayList<>();
    int line = start + 1;
    while (line < document.size() && !document.get(line).strip().equals(fence.group(2))) {
      lines.add(without(indent, document.get(line)));
      line++;
    }
    String marker = start == 0 ? "" : marker(document.get(start - 1));
    return new FencedBlock(start, line, fence.group(3), marker, lines);
  }

  private static String without(int indent, String line) {
    int spaces = line.length() - line.stripLeading().length();
    return line.substring(Math.min(indent, spaces));
  }
}
