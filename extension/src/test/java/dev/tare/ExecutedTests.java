package dev.tare;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Outcomes of test cases that were run by an engine, with assertions on them. */
public final class ExecutedTests {

  private static final Pattern ROW =
      Pattern.compile(
          "\\{\"amount\":([0-9]+),\"count\":([0-9]+),\"type\":\"(.*?)\",\"where\":\"(.*?)\"");

  private final EngineExecutionResults executed;
  private final List<String> verdicts;

  private ExecutedTests(EngineExecutionResults executed, List<String> verdicts) {
    this.executed = executed;
    this.verdicts = verdicts;
  }

  /**
   * Runs the classes by an engine that writes a verdicts file; keys and values alternate. {@link
   * #verdict} and {@link #rows} need one.
   */
  public static ExecutedTests withVerdicts(
      String engine, Class<?> testClass, String... keysAndValues) {
    return withVerdicts(engine, selectClass(testClass), keysAndValues);
  }

  /** Runs the selected tests by an engine that writes a verdicts file. */
  public static ExecutedTests withVerdicts(
      String engine, DiscoverySelector selector, String... keysAndValues) {
    try {
      Path folder = Files.createTempDirectory("tare");
      List<String> keys = new ArrayList<>(List.of("tare.report.directory", folder.toString()));
      keys.addAll(List.of(keysAndValues));
      ExecutedTests executed = by(engine, List.of(selector), keys.toArray(String[]::new));
      List<String> verdicts = List.of();
      for (File file : requireNonNull(folder.toFile().listFiles())) {
        if (file.getName().startsWith("verdicts-")) {
          verdicts = Files.readAllLines(file.toPath());
        }
        Files.delete(file.toPath());
      }
      Files.delete(folder);
      return new ExecutedTests(executed.executed, verdicts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the verdicts of a method as JSON, one line each. */
  public String verdict(String method) {
    return verdicts.stream()
        .filter(line -> line.contains("\"method\":\"" + method + "\""))
        .collect(Collectors.joining("\n"));
  }

  /**
   * Returns the rows of all breakdowns of a method, whole and each ended by a line break: {@code
   * 1016 1 byte[] .content}.
   */
  public String rows(String method) {
    return ROW.matcher(verdict(method))
        .results()
        .map(row -> String.join(" ", row.group(1), row.group(2), row.group(3), row.group(4)) + "\n")
        .collect(Collectors.joining());
  }

  /** Runs the classes by JUnit Jupiter; keys and values alternate. */
  public static ExecutedTests jupiter(Class<?> testClass, String... keysAndValues) {
    return by("junit-jupiter", List.of(selectClass(testClass)), keysAndValues);
  }

  /** Runs the classes by Tare's own engine; keys and values alternate. */
  public static ExecutedTests tare(Class<?> testClass, String... keysAndValues) {
    return by("tare", List.of(selectClass(testClass)), keysAndValues);
  }

  /** Runs the selected tests; table and file are written only if a key enables them. */
  public static ExecutedTests by(
      String engine, List<? extends DiscoverySelector> selectors, String... keysAndValues) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine(engine)
            .configurationParameter("tare.print", "none")
            .configurationParameter("tare.report.directory", "none")
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      kit.configurationParameter(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new ExecutedTests(
        kit.selectors(selectors.toArray(DiscoverySelector[]::new)).execute(), List.of());
  }

  /** Returns the names of the tests that succeeded, in order. */
  public List<String> succeeded() {
    return finished(Status.SUCCESSFUL);
  }

  /** Returns the names of the tests that failed, in order. */
  public List<String> failed() {
    return finished(Status.FAILED);
  }

  /** Returns the names of the tests that were aborted, in order. */
  public List<String> aborted() {
    return finished(Status.ABORTED);
  }

  /** Returns the exception of the test of that name; fails if the test did not fail. */
  public Throwable failure(String name) {
    return thrown(name, Status.FAILED);
  }

  /** Returns the exception of the test of that name; fails if the test was not aborted. */
  public Throwable abortion(String name) {
    return thrown(name, Status.ABORTED);
  }

  /** Returns the exceptions of failed containers (classes, factories, templates). */
  public List<Throwable> containerFailures() {
    return executed.containerEvents().failed().stream()
        .flatMap(event -> outcome(event).getThrowable().stream())
        .toList();
  }

  /** Returns the report entries of the test, the last value of each key. */
  public Map<String, String> entries(String name) {
    Map<String, String> entries = new LinkedHashMap<>();
    executed
        .allEvents()
        .reportingEntryPublished()
        .filter(event -> nameOf(event).equals(name))
        .flatMap(
            event ->
                event.getPayload(org.junit.platform.engine.reporting.ReportEntry.class).stream())
        .forEach(entry -> entries.putAll(entry.getKeyValuePairs()));
    return entries;
  }

  /** Fails unless every test succeeded and there was at least one. */
  public void allSucceed() {
    List<Throwable> thrown = new ArrayList<>();
    events().forEach(event -> outcome(event).getThrowable().ifPresent(thrown::add));
    assertThat(thrown).isEmpty();
    assertThat(succeeded()).isNotEmpty();
  }

  private Throwable thrown(String name, Status status) {
    List<Event> matching = events().filter(event -> nameOf(event).equals(name)).toList();
    assertThat(matching).as("tests named %s", name).hasSize(1);
    TestExecutionResult outcome = outcome(matching.get(0));
    assertThat(outcome.getStatus())
        .as("outcome of %s, which threw %s", name, outcome.getThrowable())
        .isEqualTo(status);
    return outcome.getThrowable().orElseThrow();
  }

  private List<String> finished(Status status) {
    return events()
        .filter(event -> outcome(event).getStatus() == status)
        .map(ExecutedTests::nameOf)
        .toList();
  }

  private Stream<Event> events() {
    return executed.testEvents().finished().stream();
  }

  private static TestExecutionResult outcome(Event event) {
    return event.getRequiredPayload(TestExecutionResult.class);
  }

  /** Returns the method's name, or the display name of one of several invocations. */
  private static String nameOf(Event event) {
    String display = event.getTestDescriptor().getDisplayName();
    return display.endsWith(")") && display.contains("(")
        ? display.substring(0, display.indexOf('('))
        : display;
  }
}
