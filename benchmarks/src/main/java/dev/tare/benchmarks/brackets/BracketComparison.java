package dev.tare.benchmarks.brackets;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Compares the cost of an allocation limit: the same five tests without one, with Tare's, and with
 * QuickPerf's, in turn in one JVM. The first round is listed separately; of the others the median,
 * and its ratio to Tare's. The argument is the number of rounds.
 */
public final class BracketComparison {

  private static final int ROUNDS = 11;
  private static final String RATIO_TO = "Tare";

  private final Map<String, Class<?>> arms = new LinkedHashMap<>();
  private final Map<String, List<Double>> millis = new LinkedHashMap<>();
  private final PrintStream out = System.out;

  private BracketComparison() {
    arms.put("no limit", PlainTests.class);
    arms.put(RATIO_TO, BracketTareTests.class);
    arms.put("Tare, one call", TareOnceTests.class);
    arms.put("QuickPerf 1.1.0", QuickPerfTests.class);
  }

  /** Runs and prints. */
  public static void main(String[] arguments) {
    int rounds = arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]);
    if (rounds < 2) {
      throw new IllegalArgumentException(
          "the first round is listed separately: use at least 2, not " + rounds);
    }
    BracketComparison comparison = new BracketComparison();
    for (int i = 0; i < rounds; i++) {
      comparison.round();
    }
    comparison.print();
  }

  private void round() {
    // QuickPerf prints its name once a test
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    try {
      arms.forEach(
          (name, tests) ->
              millis.computeIfAbsent(name, arm -> new ArrayList<>()).add(millisPerTest(tests)));
    } finally {
      System.setOut(out);
    }
  }

  private static double millisPerTest(Class<?> tests) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(tests))
            .configurationParameter("tare.print", "none")
            .configurationParameter("tare.report.directory", "none")
            .build();
    Launcher launcher = LauncherFactory.create();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    long start = System.nanoTime();
    launcher.execute(request, summary);
    double nanos = System.nanoTime() - start;
    long succeeded = summary.getSummary().getTestsSucceededCount();
    if (succeeded == 0 || succeeded != summary.getSummary().getTestsFoundCount()) {
      summary
          .getSummary()
          .getFailures()
          .forEach(failure -> failure.getException().printStackTrace());
      throw new IllegalStateException(succeeded + " tests of " + tests + " succeeded");
    }
    return nanos / succeeded / 1e6;
  }

  private void print() {
    double tare = later(RATIO_TO);
    line("%-18s %14s %14s %10s", "ms a test", "first round", "later, median", "ratio");
    millis.forEach(
        (name, values) ->
            line(
                "%-18s %,14.2f %,14.2f %9.2fx",
                name, values.get(0), later(name), later(name) / tare));
  }

  private double later(String name) {
    List<Double> values = millis.getOrDefault(name, List.of());
    List<Double> sorted = values.subList(1, values.size()).stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private void line(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments));
  }
}
