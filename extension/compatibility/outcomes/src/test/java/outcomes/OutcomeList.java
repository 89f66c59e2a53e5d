package outcomes;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs test classes in this JVM and writes the outcome of each of their tests, one a line, sorted.
 *
 * <p>The verdicts are read from the report entries that Tare publishes with each test. Figures that
 * differ from run to run are left out: times, promoted bytes, and those of tests with the tag
 * "varying". Standard output has the milliseconds of each test.
 */
final class OutcomeList implements TestExecutionListener {

  /** Figures that differ from run to run: times and promoted bytes. */
  private static final Pattern VARYING = Pattern.compile("time|first-call$|promoted");

  private static final Map<String, Status> STATUS =
      Map.of(
          "within", Status.SUCCESSFUL,
          "exceeded", Status.FAILED,
          "unmeasured", Status.FAILED,
          "inconclusive", Status.ABORTED);

  private final Map<String, List<String>> verdicts = new ConcurrentHashMap<>();
  private final Map<String, List<Status>> statuses = new ConcurrentHashMap<>();
  private final Map<String, Long> started = new ConcurrentHashMap<>();
  private final TreeSet<String> lines = new TreeSet<>();
  private TestPlan plan;

  /**
   * Runs the classes.
   *
   * @param arguments the file to write, and the names of the test classes
   */
  public static void main(String[] arguments) throws Exception {
    OutcomeList list = new OutcomeList();
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .configurationParameter(
                "junit.jupiter.testmethod.order.default",
                "org.junit.jupiter.api.MethodOrderer$MethodName");
    Stream.of(arguments).skip(1).forEach(name -> request.selectors(selectClass(name)));
    LauncherFactory.create().execute(request.build(), list);
    Files.write(Path.of(arguments[0]), list.lines);
    System.exit(0); // some bodies leave threads behind
  }

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    started.put(test.getUniqueId(), System.nanoTime());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    add(test, "skipped: " + reason);
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    Map<String, Map<String, String>> figures = new LinkedHashMap<>();
    entry
        .getKeyValuePairs()
        .forEach(
            (key, value) -> {
              int end = key.lastIndexOf('.');
              if (key.startsWith("figure.")) {
                add(test, key.substring(7) + " " + value);
              } else if (key.startsWith("tare.") && end > 5) {
                figures
                    .computeIfAbsent(key.substring(5, end), figure -> new LinkedHashMap<>())
                    .put(key.substring(end + 1), value);
              }
            });
    figures.forEach(
        (figure, values) -> {
          statuses
              .computeIfAbsent(test.getUniqueId(), id -> new ArrayList<>())
              .add(STATUS.get(values.get("outcome")));
          verdicts
              .computeIfAbsent(test.getUniqueId(), id -> new ArrayList<>())
              .add(figure + " " + verdict(test, figure, values));
        });
  }

  private static String verdict(TestIdentifier test, String figure, Map<String, String> values) {
    boolean varies = VARYING.matcher(figure).find() || isTagged(test);
    String outcome = values.get("outcome");
    String reason = values.getOrDefault("reason", "").split("; |\n")[0];
    if (!reason.isEmpty()) {
      return outcome + ": " + (varies ? withoutNumbers(reason) : reason);
    }
    if (varies) {
      return outcome;
    }
    String value = values.getOrDefault("value", "nothing");
    if (values.containsKey("lower")) {
      value += " (" + values.get("lower") + " to " + values.get("upper") + ")";
    }
    return values.containsKey("limit")
        ? outcome + ", " + value + " of " + values.get("limit")
        : outcome + ", " + value;
  }

  private static boolean isTagged(TestIdentifier test) {
    return test.getTags().stream().anyMatch(tag -> tag.getName().equals("varying"));
  }

  private static String withoutNumbers(String text) {
    return text.replaceAll("[0-9][0-9,.]*", "#");
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      long millis = (System.nanoTime() - started.get(test.getUniqueId())) / 1_000_000;
      System.out.println(millis + " ms " + name(test));
    }
    List<String> found = verdicts.getOrDefault(test.getUniqueId(), List.of());
    found.forEach(verdict -> add(test, verdict));
    Status expected =
        statuses.getOrDefault(test.getUniqueId(), List.of()).stream()
            .max(Comparator.comparing(status -> gravity(status)))
            .orElse(Status.SUCCESSFUL);
    if (result.getStatus() != expected) {
      add(
          test,
          result.getStatus().name().toLowerCase(Locale.ROOT)
              + result.getThrowable().map(cause -> ": " + firstSentence(cause)).orElse(""));
    } else if (test.isTest() && found.isEmpty()) {
      add(test, "passed");
    }
  }

  private static int gravity(Status status) {
    return List.of(Status.SUCCESSFUL, Status.ABORTED, Status.FAILED).indexOf(status);
  }

  /** Returns what precedes the details, in one line; Tare indents the lines that continue it. */
  private static String firstSentence(Throwable cause) {
    String message = String.valueOf(cause.getMessage()).strip().split("\n(?! {4}(?!share)\\S)", 2)[0];
    String sentence = message.replaceAll("\\s*\n\\s+", " ");
    return cause.getClass().getSimpleName()
        + ": "
        + (sentence.contains("Time ") ? withoutNumbers(sentence) : sentence);
  }

  private void add(TestIdentifier test, String outcome) {
    synchronized (lines) {
      lines.add(name(test) + ": " + outcome);
    }
  }

  /** Returns the class and the method; for an invocation of a method, its display name too. */
  private String name(TestIdentifier test) {
    Optional<TestIdentifier> parent = plan.getParent(test);
    String own =
        test.getSource()
            .map(
                source -> {
                  if (source instanceof MethodSource method) {
                    return simple(method.getClassName()) + "." + method.getMethodName();
                  }
                  if (source instanceof ClassSource type) {
                    return simple(type.getClassName());
                  }
                  return "";
                })
            .orElse("");
    boolean isInvocation =
        parent.flatMap(container -> container.getSource()).orElse(null) instanceof MethodSource;
    if (isInvocation) {
      return name(parent.get()) + " " + test.getDisplayName().replace('\n', ' ');
    }
    return own.isEmpty() ? test.getDisplayName() : own;
  }

  private static String simple(String type) {
    return type.replace("outcomes.", "").replace('$', '.');
  }
}
