package dev.tare.benchmarks.times;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests of {@link TareTimes} as a suite of their own. The first argument says in how many
 * fresh JVMs each, the second which of them. It prints {@code time recursion 1920.5 ns} for each.
 */
public final class TimeArm implements TestExecutionListener {

  private static final String FIGURE = "tare.time-per-call.";

  private final Map<String, String> entries = new HashMap<>();

  private TimeArm() {}

  /** Runs all. */
  public static void main(String[] arguments) throws IOException {
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(
                    Workloads.named(arguments[1]).stream()
                        .map(name -> selectMethod(TareTimes.class, name))
                        .toList())
                .configurationParameter("tare.forks", arguments[0])
                .configurationParameter("tare.print", "none")
                .configurationParameter(
                    "tare.report.directory", Files.createTempDirectory("times").toString())
                .build(),
            new TimeArm());
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    entries.putAll(entry.getKeyValuePairs());
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (!test.isTest()) {
      return;
    }
    String name = test.getDisplayName().replaceAll("\\W.*", "");
    System.out.println(String.format(Locale.ROOT, "time %s %s", name, message(result)));
    entries.clear();
  }

  private String message(TestExecutionResult result) {
    String value = entries.get(FIGURE + "value");
    if (value != null) {
      return value;
    }
    String reason = entries.getOrDefault(FIGURE + "reason", result.toString());
    return reason.contains("less than 1 ns") ? TimeTable.BELOW : "no figure: " + reason;
  }
}
