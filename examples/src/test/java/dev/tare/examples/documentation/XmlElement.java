package dev.tare.examples.documentation;

import java.util.List;

/** An element of an XML file whose tags are on lines of their own. */
final class XmlElement {

  private XmlElement() {}

  /**
   * Returns the lines of the first element of a name, or of the element that contains {@code
   * <artifactId>name</artifactId>}, without common indentation.
   *
   * @throws IllegalArgumentException if there is no such element, or it has no end
   */
  static List<String> of(String xml, String name) {
    List<String> lines = xml.lines().toList();
    int start = start(lines, name);
    int count =
        start < 0
            ? -1
            : lines.subList(start, lines.size()).indexOf(lines.get(start).replace("<", "</"));
    if (count < 0) {
      throw new IllegalArgumentException("no such element: " + name);
    }
    return TaggedRegion.trimmed(lines.subList(start, start + count + 1));
  }

  /** Returns the line with the opening tag; -1 if there is none. */
  private static int start(List<String> lines, String name) {
    List<String> stripped = lines.stream().map(String::strip).toList();
    int named = stripped.indexOf("<" + name + ">");
    int inner = stripped.indexOf("<artifactId>" + name + "</artifactId>");
    if (named >= 0 || inner < 0) {
      return named;
    }
    int line = inner;
    while (line >= 0 && indentation(lines.get(line)) >= indentation(lines.get(inner))) {
      line--;
    }
    return line;
  }

  private static int indentation(String line) {
    return line.length() - line.stripLeading().length();
  }
}
