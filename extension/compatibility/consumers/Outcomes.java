import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Compares the outcomes of a consumer's tests with its file {@code expected.txt}.
 *
 * <p>The outcomes are read from the reports of Surefire and Failsafe: one line for each test, with the
 * first sentence of the message of a test that failed, was skipped, or passed only when it ran again.
 */
final class Outcomes {

  private static final List<String> REPORTS = List.of("surefire-reports", "failsafe-reports");

  /** Elements of a test in a report, and the outcomes that they stand for. */
  private static final Map<String, String> OUTCOMES =
      Map.of(
          "failure", "failed",
          "error", "failed",
          "skipped", "skipped",
          "flakyFailure", "flaky",
          "flakyError", "flaky");

  private Outcomes() {}

  /**
   * Compares the outcomes, or writes them.
   *
   * @param arguments the consumer's folder, its Maven packaging, and {@code check} or {@code write}
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments[1].equals("pom")) {
      return; // the parent of the consumers
    }
    Path consumer = Path.of(arguments[0]);
    List<String> actual = read(consumer.resolve("target"));
    Path file = consumer.resolve("expected.txt");
    if (arguments[2].equals("write") && !actual.isEmpty()) {
      Files.write(file, actual);
    }
    List<String> expected = Files.readAllLines(file);
    if (actual.isEmpty() || !actual.equals(expected)) {
      difference("missing  ", expected, actual);
      difference("not expected  ", actual, expected);
      System.out.println("[ERROR] " + consumer.getFileName() + ": " + actual.size() + " outcomes;");
      System.out.println("[ERROR] add -Dbuild.golden=write to write them to expected.txt");
      System.exit(1);
    }
    long failing = actual.stream().filter(line -> !line.startsWith("passed")).count();
    System.out.printf(
        "[INFO] %s: %d outcomes as expected, %d of them fail or are skipped on purpose%n",
        consumer.getFileName(), actual.size(), failing);
  }

  private static void difference(String label, List<String> lines, List<String> others) {
    List<String> left = new ArrayList<>(lines);
    others.forEach(left::remove);
    left.forEach(line -> System.out.println("[ERROR] " + label + line));
  }

  private static List<String> read(Path target) throws Exception {
    List<String> outcomes = new ArrayList<>();
    for (String folder : REPORTS) {
      for (Path report : reports(target.resolve(folder))) {
        NodeList cases =
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
          outcomes.add(outcome((Element) cases.item(i)));
        }
      }
    }
    return outcomes.stream().sorted().toList();
  }

  private static List<Path> reports(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).toList();
    }
  }

  private static String outcome(Element test) {
    String name = test.getAttribute("classname") + "." + test.getAttribute("name");
    for (Node child = test.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element && OUTCOMES.containsKey(element.getTagName())) {
        return "%s  %s: %s"
            .formatted(OUTCOMES.get(element.getTagName()), name, firstSentence(message(element)));
      }
    }
    return "passed  " + name;
  }

  /** Returns what precedes the details, in one line; Tare indents the lines that continue it by four. */
  private static String firstSentence(String message) {
    String sentence = message.strip().split("\n(?! {4}(?!share)\\S)", 2)[0];
    return sentence.isEmpty() ? "no message" : sentence.replaceAll("\\s*\n\\s+", " ");
  }

  /** Returns the message; Surefire writes that of an aborted test after its type in the text. */
  private static String message(Element element) {
    String message = element.getAttribute("message");
    return message.isBlank()
        ? element.getTextContent().replaceFirst("^[\\w.$]+:", "")
        : message;
  }
}
