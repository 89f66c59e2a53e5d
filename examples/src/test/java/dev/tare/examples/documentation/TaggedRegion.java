package dev.tare.examples.documentation;

import static java.util.function.Predicate.not;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Text between {@code // tag::name[]} and {@code // end::name[]} in a source file. */
final class TaggedRegion {

  private static final Pattern ANY_TAG = Pattern.compile("\\s*// (tag|end)::[\\w-]+\\[]");

  private TaggedRegion() {}

  /**
   * The region's lines without common indentation, tags, and blank lines at either end. A name may
   * be used several times: the parts follow each other.
   *
   * @throws IllegalArgumentException if there is no such region, or it has no end
   */
  static List<String> of(String source, String name) {
    List<String> lines = new ArrayList<>();
    boolean found = false;
    boolean inside = false;
    for (String line : source.lines().toList()) {
      if (line.strip().equals("// tag::" + name + "[]")) {
        found = true;
        inside = true;
      } else if (line.strip().equals("// end::" + name + "[]")) {
        inside = false;
      } else if (inside && !ANY_TAG.matcher(line).matches()) {
        lines.add(line);
      }
    }
    if (!found || inside) {
      throw new IllegalArgumentException(
          (found ? "the region never ends: " : "no such region: ") + name);
    }
    return trimmed(lines);
  }

  /** Returns lines without common indentation, and without blank lines at either end. */
  static List<String> trimmed(List<String> lines) {
    int indent =
        lines.stream()
            .filter(not(String::isBlank))
            .mapToInt(line -> line.length() - line.stripLeading().length())
            .min()
            .orElse(0);
    String text = String.join("\n", lines.stream().map(line -> cut(line, indent)).toList());
    return text.strip().lines().toList();
  }

  private static String cut(String line, int indent) {
    return line.isBlank() ? "" : line.substring(indent);
  }
}
