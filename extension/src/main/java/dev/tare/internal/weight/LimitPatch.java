package dev.tare.internal.weight;

import dev.tare.internal.weight.LooseLimits.LooseLimit;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * A patch of test sources, in the unified format, that replaces loose limits. A limit is replaced
 * where the annotations of its method have exactly one literal of its value.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class LimitPatch {

  private static final List<String> FOLDERS = List.of("src/test/java", "src/test/kotlin");

  private static final int CONTEXT = 3;

  private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])([0-9][0-9_]*)L?(?![\\w.])");

  private final Path module;
  private final Map<Path, List<String>> sources = new TreeMap<>();
  private final Map<Path, TreeMap<Integer, String>> changes = new TreeMap<>();

  /**
   * @param module the folder of the module, which the paths of the patch are relative to
   */
  public LimitPatch(Path module, LooseLimits limits) {
    this.module = module;
    limits.limits().forEach(this::add);
  }

  private void add(LooseLimit limit) {
    Path file = source(limit.test().className()).orElse(null);
    if (file == null) {
      return;
    }
    List<String> lines = sources.computeIfAbsent(file, this::read);
    TreeMap<Integer, String> changed = changes.computeIfAbsent(file, key -> new TreeMap<>());
    int declaration = declaration(lines, limit.test().method());
    if (declaration >= 0) {
      replace(lines, changed, firstAnnotation(lines, declaration), declaration, limit);
    }
  }

  private Optional<Path> source(String className) {
    int nested = className.indexOf('$');
    String topLevel = nested < 0 ? className : className.substring(0, nested);
    String name = topLevel.replace('.', '/');
    return FOLDERS.stream()
        .flatMap(
            folder -> List.of(folder + "/" + name + ".java", folder + "/" + name + ".kt").stream())
        .map(Path::of)
        .filter(file -> Files.isRegularFile(module.resolve(file)))
        .findFirst();
  }

  /**
   * Returns the lines of a file. On Windows, they may end with a carriage return, which is kept.
   */
  private List<String> read(Path file) {
    try {
      String text = Files.readString(module.resolve(file));
      List<String> lines = List.of(text.split("\n", -1));
      return text.endsWith("\n") ? lines.subList(0, lines.size() - 1) : lines;
    } catch (IOException e) {
      return List.of(); // a patch has what can be read
    }
  }

  /** Returns the only line that declares a method of a name; -1 if there is none or several. */
  private static int declaration(List<String> lines, String method) {
    Pattern pattern =
        Pattern.compile(
            "^\\s*(?:[\\w<>\\[\\],.?@ ]+ )?`?" + Pattern.quote(method) + "`?\\s*\\([^;]*$");
    int found = -1;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean declares =
          pattern.matcher(line).find() && !line.strip().matches("(return|new|throw)\\b.*");
      if (declares && found >= 0) {
        return -1;
      }
      found = declares ? i : found;
    }
    return found;
  }

  /** Returns the first line above a declaration that belongs to it. */
  private static int firstAnnotation(List<String> lines, int declaration) {
    int first = declaration;
    while (first > 0 && !lines.get(first - 1).strip().matches("|.*[;{}]|\\*/")) {
      first--;
    }
    return first;
  }

  private static void replace(
      List<String> lines, Map<Integer, String> changed, int first, int last, LooseLimit limit) {
    int line = -1;
    String replaced = "";
    int found = 0;
    for (int i = first; i <= last; i++) {
      String text = changed.getOrDefault(i, lines.get(i));
      Matcher literal =
          limit.limit() instanceof DataSize
              ? TEXT.matcher(text)
              : NUMBER.matcher(text).region(0, codeLength(text));
      while (literal.find()) {
        if (isValue(literal.group(1), limit.limit())) {
          found++;
          line = i;
          replaced =
              text.substring(0, literal.start(1))
                  + limit.tighter()
                  + text.substring(literal.end(1));
        }
      }
    }
    if (found == 1) {
      changed.put(line, replaced);
    }
  }

  private static int codeLength(String line) {
    int comment = line.indexOf("//");
    return comment < 0 ? line.length() : comment;
  }

  private static boolean isValue(String literal, Quantity limit) {
    try {
      return limit instanceof DataSize
          ? DataSize.parse(literal).compare(limit) == 0
          : Long.parseLong(literal.replace("_", "")) == (long) limit.amount();
    } catch (IllegalArgumentException e) {
      return false; // the text of another attribute
    }
  }

  /** Returns the patch; empty if no source has a limit that can be replaced. */
  public String text() {
    StringBuilder patch = new StringBuilder();
    changes.forEach(
        (file, changed) -> {
          if (!changed.isEmpty()) {
            String name = file.toString().replace('\\', '/');
            patch.append("--- a/").append(name).append("\n+++ b/").append(name).append('\n');
            hunks(sources.getOrDefault(file, List.of()), changed, patch);
          }
        });
    return patch.toString();
  }

  private static void hunks(List<String> lines, Map<Integer, String> changed, StringBuilder patch) {
    List<Integer> numbers = new ArrayList<>(changed.keySet());
    for (int i = 0; i < numbers.size(); ) {
      int from = Math.max(0, numbers.get(i) - CONTEXT);
      int last = numbers.get(i);
      for (i++; i < numbers.size() && numbers.get(i) - last <= 2 * CONTEXT; i++) {
        last = numbers.get(i);
      }
      int to = Math.min(lines.size(), last + CONTEXT + 1);
      String range = (from + 1) + "," + (to - from);
      patch.append("@@ -").append(range).append(" +").append(range).append(" @@\n");
      for (int line = from; line < to; line++) {
        String replaced = changed.get(line);
        patch.append(replaced == null ? ' ' : '-').append(lines.get(line)).append('\n');
        if (replaced != null) {
          patch.append('+').append(replaced).append('\n');
        }
      }
    }
  }
}
