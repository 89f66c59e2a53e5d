package dev.tare.examples.documentation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The links of a Markdown document to files of the repository. */
final class Links {

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]+)(#[^)]*)?\\)");

  private Links() {}

  /**
   * Those that lead nowhere, one sentence each; links to other places are not looked at.
   *
   * @param document the path of the document from the root
   * @param exists whether there is a file or folder at a path from the root
   */
  static List<String> broken(String document, String text, Predicate<String> exists) {
    List<String> broken = new ArrayList<>();
    Matcher link = LINK.matcher(text);
    while (link.find()) {
      String target = link.group(1);
      if (!target.contains(":") && !exists.test(fromRoot(document, target))) {
        broken.add(document + ": the link to " + target + " leads nowhere");
      }
    }
    return broken;
  }

  private static String fromRoot(String document, String target) {
    return Path.of(document).resolveSibling(target).normalize().toString().replace('\\', '/');
  }
}
