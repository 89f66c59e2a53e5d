package dev.tare.compatibility;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A class run by all engines there are, as a build tool runs it, and what became of its tests. */
final class Launched implements TestExecutionListener {

  /** An end: who ran what, how it ended, and the first line of why. */
  record End(String engine, String method, String status, String line) {}

  private final List<End> ends = new ArrayList<>();
  private final List<String> logged = new ArrayList<>();

  private Launched() {}

  /** Runs one class under the keys given. */
  static Launched of(Class<?> testClass, Map<String, String> keys) {
    Launched launched = new Launched();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(testClass))
            .configurationParameter("tare.print", "none")
            .configurationParameter("tare.report.directory", "none")
            .configurationParameters(keys)
            .build();
    Logger junit = Logger.getLogger("org.junit");
    Handler listener = launched.listener();
    junit.addHandler(listener);
    junit.setUseParentHandlers(false);
    try {
      LauncherFactory.create().execute(request, launched);
    } finally {
      junit.setUseParentHandlers(true);
      junit.removeHandler(listener);
    }
    return launched;
  }

  /** The ends of tests, and of containers that did not succeed, in order. */
  List<End> ends() {
    return List.copyOf(ends);
  }

  /** What JUnit had to complain about. */
  List<String> logged() {
    return List.copyOf(logged);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
      String line = result.getThrowable().map(Launched::firstLine).orElse("");
      ends.add(new End(engine(test), name(test), result.getStatus().name(), line));
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    ends.add(new End(engine(test), name(test), "SKIPPED", reason));
  }

  private static String engine(TestIdentifier test) {
    return test.getUniqueIdObject().getEngineId().orElse("none");
  }

  private static String name(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getMethodName())
        .orElse(test.getDisplayName());
  }

  private static String firstLine(Throwable thrown) {
    return Stream.ofNullable(thrown.getMessage()).flatMap(String::lines).findFirst().orElse("");
  }

  /** JUnit logs what it finds odd while it discovers, the least of it as information. */
  private Handler listener() {
    return new Handler() {
      @Override
      public void publish(LogRecord entry) {
        if (entry.getLevel().intValue() >= Level.INFO.intValue()) {
          logged.add(entry.getLevel() + " " + entry.getMessage());
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
