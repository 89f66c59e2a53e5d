package dev.tare.examples.documentation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown document whose blocks are compared with files.
 *
 * <table>
 * <caption>What a block must be</caption>
 * <tr><th>language</th><th>comment on the line before it</th><th>equals</th></tr>
 * <tr><td>{@code java}</td><td>{@code <!-- snippet: path#tag -->}</td><td>a tagged region of a
 *     compiled file in {@code examples}</td></tr>
 * <tr><td>{@code java}, {@code kotlin}</td><td>{@code <!-- snippet: path -->}</td><td>a whole file
 *     in {@code examples/starter}</td></tr>
 * <tr><td>{@code xml}</td><td>{@code <!-- snippet: path#element -->}</td><td>an {@link XmlElement}
 *     of a file there</td></tr>
 * <tr><td>{@code text}</td><td>{@code <!-- output: path -->}</td><td>a whole golden file</td></tr>
 * <tr><td>a language of builds and shells</td><td>none</td><td>is not checked</td></tr>
 * </table>
 *
 * @param path where it lies
 * @param lines its lines
 * @param files returns the text of a file by its path from the root
 */
record Document(String path, List<String> lines, Function<String, Optional<String>> files) {

  private static final Set<String> UNCHECKED =
      Set.of("groovy", "json", "kotlin", "properties", "sh", "xml");

  private static final Pattern SNIPPET =
      Pattern.compile(
          "snippet: ((?:examples|extension/compatibility/[\\w./-]+)/src/\\S+\\.java)#([\\w-]+)");

  private static final Pattern STARTER =
      Pattern.compile("snippet: (examples/starter/\\S+\\.(java|kt|xml))(?:#([\\w-]+))?");

  private static final Map<String, String> STARTER_FILES =
      Map.of("java", "java", "kotlin", "kt", "xml", "xml");

  private static final Pattern OUTPUT = Pattern.compile("output: (\\S+\\.(?:txt|json))");

  static Document of(String path, String text, Function<String, Optional<String>> files) {
    return new Document(path, text.lines().toList(), files);
  }

  /** Returns one sentence for each problem, with file and line. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    List<FencedBlock> blocks = FencedBlock.of(lines);
    for (FencedBlock block : blocks) {
      problem(block).ifPresent(text -> problems.add(at(block.start()) + text));
    }
    for (int line = 0; line < lines.size(); line++) {
      int below = line + 1;
      if (!FencedBlock.marker(lines.get(line)).isEmpty()
          && blocks.stream().noneMatch(block -> block.start() == below)) {
        problems.add(at(line) + "no block below this comment");
      }
    }
    return problems;
  }

  /** Returns the document with the text that each of its blocks should hold. */
  String corrected() {
    List<String> corrected = new ArrayList<>();
    int next = 0;
    for (FencedBlock block : FencedBlock.of(lines)) {
      corrected.addAll(lines.subList(next, block.start() + 1));
      corrected.addAll(expected(block).orElse(lines.subList(block.start() + 1, block.end())));
      next = block.end();
    }
    corrected.addAll(lines.subList(next, lines.size()));
    return String.join("\n", corrected) + "\n";
  }

  private Optional<String> problem(FencedBlock block) {
    if (block.end() == lines.size()) {
      return Optional.of("a block that never ends");
    }
    boolean checked = block.language().equals("java") || block.language().equals("text");
    if (!checked && !UNCHECKED.contains(block.language())) {
      return Optional.of(
          "unknown language '"
              + block.language()
              + "'; accepted are java, text, "
              + String.join(", ", UNCHECKED.stream().sorted().toList()));
    }
    if (!checked && block.marker().isEmpty()) {
      return Optional.empty();
    }
    try {
      return expected(block).isEmpty()
          ? Optional.of(missingMarker(block))
          : difference(expected(block).get(), block.lines());
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static String missingMarker(FencedBlock block) {
    if (UNCHECKED.contains(block.language())) {
      return "the marker of this block must be <!-- snippet: examples/starter/…/file#element -->";
    }
    return block.language().equals("java")
        ? "a java block needs <!-- snippet: examples/src/…/File.java#tag --> on the line before it"
        : "a text block needs <!-- output: path/of/golden.txt --> on the line before it";
  }

  /** Returns what the block should hold; empty without a marker of its kind. */
  private Optional<List<String>> expected(FencedBlock block) {
    Matcher snippet = SNIPPET.matcher(block.marker());
    if (block.language().equals("java") && snippet.matches()) {
      return Optional.of(TaggedRegion.of(file(snippet.group(1)), snippet.group(2)));
    }
    Matcher starter = STARTER.matcher(block.marker());
    if (starter.matches() && starter.group(2).equals(STARTER_FILES.get(block.language()))) {
      String text = file(starter.group(1));
      return Optional.of(
          starter.group(3) == null
              ? text.strip().lines().toList()
              : XmlElement.of(text, starter.group(3)));
    }
    Matcher output = OUTPUT.matcher(block.marker());
    if (block.language().equals("text") && output.matches()) {
      return Optional.of(file(output.group(1)).stripTrailing().lines().toList());
    }
    return Optional.empty();
  }

  private String file(String name) {
    return files.apply(name).orElseThrow(() -> new IllegalArgumentException("no file " + name));
  }

  private static Optional<String> difference(List<String> expected, List<String> shown) {
    for (int i = 0; i < Math.max(expected.size(), shown.size()); i++) {
      String right = i < expected.size() ? expected.get(i) : "nothing";
      String wrong = i < shown.size() ? shown.get(i) : "nothing";
      if (i >= expected.size() || i >= shown.size() || !right.equals(wrong)) {
        return Optional.of(
            "line %d of the block shows «%s», the file has «%s»; -Dbuild.golden=write copies it"
                .formatted(i + 1, wrong, right));
      }
    }
    return Optional.empty();
  }

  private String at(int line) {
    return path + ":" + (line + 1) + ": ";
  }
}
