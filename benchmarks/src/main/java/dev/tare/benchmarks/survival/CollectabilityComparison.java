package dev.tare.benchmarks.survival;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Compares the verdicts of {@code @MustBeCollected} with JMemoryBuddy's, and their times, on the
 * same objects in one JVM. The tools take turns; the first round is printed apart.
 */
public final class CollectabilityComparison {

  private static final int ROUNDS = 7;
  private static final String TARE = "Tare";

  private final Map<String, Class<?>> arms = new LinkedHashMap<>();

  /** Verdicts of the first round by test and arm. */
  private final Map<String, Map<String, Boolean>> verdicts = new TreeMap<>();

  /** Milliseconds of each round by kind of test and arm. */
  private final Map<String, Map<String, List<Double>>> millis = new TreeMap<>();

  private boolean repeatable = true;

  private CollectabilityComparison() {
    arms.put(TARE, TareReleaseTests.class);
    arms.put("JMemoryBuddy 0.5.6", JMemoryBuddyTests.class);
  }

  /**
   * Runs and prints; exits with 1 if a verdict is wrong.
   *
   * @param arguments the number of rounds, 7 if missing
   */
  public static void main(String[] arguments) {
    int rounds = arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]);
    if (rounds < 2) {
      throw new IllegalArgumentException(
          "the first round is not judged: at least 2, not " + rounds);
    }
    CollectabilityComparison comparison = new CollectabilityComparison();
    PrintStream out = System.out;
    // JMemoryBuddy prints a line for each failure
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    for (int i = 0; i < rounds; i++) {
      comparison.arms.forEach(comparison::run);
    }
    System.setOut(out);
    comparison.print(out);
    if (!comparison.isRight()) {
      System.exit(1);
    }
  }

  private void run(String arm, Class<?> tests) {
    Map<String, List<Double>> round = new TreeMap<>();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.report.directory", "none")
                .build(),
            new TestExecutionListener() {
              private long start;

              @Override
              public void executionStarted(TestIdentifier test) {
                start = System.nanoTime();
              }

              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                  double time = (System.nanoTime() - start) / 1e6;
                  String name = test.getDisplayName();
                  note(name, arm, result.getStatus() == Status.SUCCESSFUL);
                  round.computeIfAbsent(kind(name), key -> new ArrayList<>()).add(time);
                  List.of(Leak.values()).forEach(Leak::release);
                }
              }
            });
    round.forEach(
        (kind, times) ->
            millis
                .computeIfAbsent(kind, key -> new LinkedHashMap<>())
                .computeIfAbsent(arm, key -> new ArrayList<>())
                .add(times.stream().mapToDouble(time -> time).average().orElseThrow()));
  }

  private void note(String test, String arm, boolean collected) {
    Boolean earlier =
        verdicts.computeIfAbsent(test, key -> new LinkedHashMap<>()).putIfAbsent(arm, collected);
    repeatable &= earlier == null || earlier == collected;
  }

  private static String kind(String test) {
    return test.split(" ", 2)[0];
  }

  private boolean isRight() {
    return repeatable
        && verdicts.size() == 2 * Leak.values().length
        && verdicts.entrySet().stream()
            .allMatch(
                test ->
                    test.getValue().size() == arms.size()
                        && test.getValue().values().stream()
                            .allMatch(
                                verdict -> verdict == kind(test.getKey()).equals("collected")));
  }

  private void print(PrintStream out) {
    out.printf(Locale.ROOT, "%-24s%s%n", "verdict", String.join("  ", arms.keySet()));
    verdicts.forEach(
        (test, byArm) ->
            out.printf(
                Locale.ROOT,
                "%-24s%s%n",
                test,
                String.join("  ", byArm.values().stream().map(this::word).toList())));
    out.printf(
        Locale.ROOT,
        "the same in each round: %s%n%n%-12s%-20s%14s%16s%10s%n",
        repeatable,
        "ms a test",
        "",
        "first round",
        "later, median",
        "ratio");
    millis.forEach(
        (kind, byArm) ->
            byArm.forEach(
                (arm, times) ->
                    out.printf(
                        Locale.ROOT,
                        "%-12s%-20s%,14.1f%,16.1f%9.2fx%n",
                        kind,
                        arm,
                        times.get(0),
                        later(times),
                        later(times) / later(byArm.getOrDefault(TARE, times)))));
  }

  private String word(Boolean collected) {
    return collected ? "collected" : "held";
  }

  private static double later(List<Double> times) {
    List<Double> sorted = times.subList(1, times.size()).stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
