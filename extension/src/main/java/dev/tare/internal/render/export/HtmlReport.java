package dev.tare.internal.render.export;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tare.internal.render.VerdictJson;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The verdicts of all JVMs that wrote to a folder, as one HTML page that needs no server and no
 * network. The page's script draws the charts, with the library D3.
 *
 * <p>The data are in the page as they are in the files, a verdict a line. They are not parsed here,
 * since the run waits for its report; not even decoded: a text of this class has a character for
 * each byte of UTF-8. If several JVMs, or several runs in a JVM, have a verdict on the same figure
 * of a test, the page has that of the JVM that started last and of its last run.
 */
public final class HtmlReport {

  /**
   * Bytes that are read at the end of a run if there are files of earlier builds, since a folder
   * may never be emptied.
   */
  private static final long MAX_BYTES_OF_RUN = 8_000_000;

  private static final Pattern FILE = Pattern.compile("verdicts-\\d+-(\\d{1,18})\\.json");

  private static final String BUILD = "\"build\":\"";

  // VerdictJson writes these fields in this order, and a text has no quote without a backslash
  private static final String START = ",\"start\":\"";
  private static final String OUTCOME = ",\"outcome\":\"";
  private static final String RUN = ",\"run\":";

  /** The verdicts that count, by the first line of their file and by what was measured. */
  private final Map<String, Map<String, String>> files = new LinkedHashMap<>();

  private HtmlReport() {}

  /**
   * Returns the page of a run that has ended, in UTF-8: the verdicts of the latest build in a
   * folder, and as many of earlier builds as can be read in little time.
   *
   * @throws IOException if a file cannot be read
   */
  public static byte[] render(Path folder) throws IOException {
    List<Path> newestFirst = new ArrayList<>(files(folder));
    newestFirst.sort(
        Comparator.comparing(HtmlReport::start).thenComparing(Path::toString).reversed());
    Deque<String> texts = new ArrayDeque<>();
    long bytes = 0;
    for (Path file : newestFirst) {
      String text = new String(Files.readAllBytes(file), ISO_8859_1);
      bytes += text.length();
      if (bytes > MAX_BYTES_OF_RUN
          && !texts.isEmpty()
          && !build(text).equals(build(texts.getLast()))) {
        break;
      }
      texts.addFirst(text);
    }
    HtmlReport report = new HtmlReport();
    texts.forEach(report::add);
    return report.page();
  }

  /** Returns the number of bytes of all verdicts in a folder, which each verdict increases. */
  public static long bytes(Path folder) {
    return files(folder).stream().mapToLong(file -> file.toFile().length()).sum();
  }

  private static List<Path> files(Path folder) {
    return Stream.of(Objects.requireNonNullElse(folder.toFile().listFiles(), new File[0]))
        .map(File::toPath)
        .filter(file -> start(file) >= 0)
        .toList();
  }

  /** Returns when the JVM that wrote a file was started, in milliseconds; -1 for other files. */
  private static long start(Path file) {
    Matcher name = FILE.matcher(file.getFileName().toString());
    return name.matches() ? Long.parseLong(name.group(1)) : -1;
  }

  /** Returns the build that wrote a file. */
  private static String build(String text) {
    return text.contains(BUILD) ? textAfter(text, BUILD) : "";
  }

  private void add(String file) {
    List<String> lines = file.lines().toList();
    if (lines.isEmpty() || !lines.get(0).contains(START)) {
      return;
    }
    Map<String, String> verdicts =
        files.computeIfAbsent(lines.get(0), key -> new LinkedHashMap<>());
    Map<String, Integer> numbers = new HashMap<>();
    for (String line : lines) {
      int outcome = line.indexOf(OUTCOME);
      String json = line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
      if (outcome >= 0 && json.endsWith("}")) { // a killed JVM may not have finished a line
        String figure = line.substring(0, outcome);
        String run = json.substring(json.lastIndexOf(RUN) + 1);
        String key = figure + numbers.merge(figure + run, 1, Integer::sum);
        files.values().forEach(earlier -> earlier.remove(key));
        verdicts.put(key, json);
      }
    }
  }

  private static String textAfter(String line, String name) {
    int from = line.indexOf(name) + name.length();
    return line.substring(from, line.indexOf('"', from));
  }

  private byte[] page() throws IOException {
    // not replaced one by one, since a name in the data may be one of these places
    String[] parts = resource("report.html").split("\\{[a-z]+\\}", -1);
    List<String> contents =
        List.of(
            resource("report.policy").strip(),
            resource("report.css"),
            data(verdictLines()),
            "/*\n%s\n%s*/\n%s\n%s"
                .formatted(
                    resource("d3/LICENSE"),
                    resource("d3/NOTICE"),
                    resource("d3/d3.min.js"),
                    resource("report.js")));
    StringBuilder page = new StringBuilder(parts[0]);
    for (int i = 0; i < contents.size(); i++) {
      page.append(contents.get(i)).append(parts[i + 1]);
    }
    return page.toString().getBytes(ISO_8859_1);
  }

  /** Returns each file's first line before its verdicts. */
  private String verdictLines() {
    StringBuilder lines = new StringBuilder();
    files.forEach(
        (opening, verdicts) -> {
          if (!verdicts.isEmpty()) {
            lines.append(opening).append(VerdictJson.closing().strip()).append('\n');
            verdicts.values().forEach(json -> lines.append(json).append('\n'));
          }
        });
    return lines.toString();
  }

  /** Returns JSON that cannot end the element that holds it. */
  private static String data(String json) {
    return json.replace("<", "\\u003c");
  }

  private static String resource(String name) throws IOException {
    try (InputStream resource = HtmlReport.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new FileNotFoundException(name + " is missing in the jar");
      }
      return new String(resource.readAllBytes(), ISO_8859_1);
    }
  }
}
