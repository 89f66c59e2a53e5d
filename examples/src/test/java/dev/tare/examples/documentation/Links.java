package dev.tare.examples.documentation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The links of a Markdown document to files of the repository and to their sections.
 *
 * @param exists whether there is a file or folder at a path from the root
 * @param texts returns the text of a file by its path from the root
 */
record Links(Predicate<String> exists, Function<String, Optional<String>> texts) {

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");

  /**
   * Returns one sentence for each link that leads nowhere. Links to other places are not checked.
   *
   * @param document the path of the document from the root
   */
  List<String> broken(String document, String text) {
    List<String> broken = new ArrayList<>();
    for (MatchResult link : LINK.matcher(text).results().toList()) {
      String target = link.group(1);
      String path = target.isEmpty() ? document : fromRoot(document, target);
      if (target.contains(":")) {
        continue;
      }
      if (!exists.test(path)) {
        broken.add(document + ": the link to " + target + " leads nowhere");
      } else if (link.group(2) != null && !sections(path).contains(link.group(2))) {
        broken.add(document + ": " + path + " has no section #" + link.group(2));
      }
    }
    return broken;
  }

  private static String fromRoot(String document, String target) {
    return Path.of(document).resolveSibling(target).normalize().toString().replace('\\', '/');
  }

  /** Returns the anchors that GitHub makes of a document's headings. */
  private List<String> sections(String path) {
    return texts
        .apply(path)
        .orElse("")
        .lines()
        .map(HEADING::matcher)
        .filter(heading -> heading.matches())
        .map(heading -> anchor(heading.group(1)))
        .toList();
  }

  private static String anchor(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .strip()
        .replace(' ', '-');
  }
}
