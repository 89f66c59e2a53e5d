package dev.tare.benchmarks.times;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.MeasuredBody;
import dev.tare.MeasuredFigure;
import dev.tare.Tare;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Times workloads with {@code @Benchmarked} and with {@code Tare.calling(…).time()}, on the same
 * objects, and counts how often each time is in the interval of the other.
 *
 * <p>Each pair has a fresh JVM, in which the arms take turns in being first: between two JVMs, a
 * workload can differ by more than an interval, whatever measures it. The first arm is measured
 * again after the other one: how often its two times are in each other's interval is the control.
 *
 * <pre>mvn -Pplain -pl benchmarks -am -DskipTests verify</pre>
 *
 * <p>{@code -Dplain=100} sets the number of pairs. A pair takes about 20 s with its control.
 */
public final class PlainTimes {

  private static final List<String> WORKLOADS =
      List.of("recursion", "concat", "get", "sum", "put", "sort", "allocate");

  private static final double LEAST_SHARE = 0.95;

  private static final String FIGURE = "tare.time-per-call.";

  /** The arm of the plain API; the other one has the number 0. */
  private static final int PLAIN = 1;

  private static final int TURNS = 3;

  /** A time with its interval in nanoseconds. */
  private record Timed(double value, double lower, double upper) {

    boolean agreesWith(Timed other) {
      return includes(other) && other.includes(this);
    }

    private boolean includes(Timed other) {
      return lower <= other.value && other.value <= upper;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.1f ns (%.1f to %.1f)", value, lower, upper);
    }
  }

  private PlainTimes() {}

  /**
   * Prints each pair and the counts.
   *
   * @param arguments the number of pairs; in a fresh JVM the arm that is first and the workload
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 2) {
      printAll(Integer.parseInt(arguments[0]), arguments[1]);
      return;
    }
    int pairs = Integer.parseInt(arguments[0]);
    int within = 0;
    int control = 0;
    for (int i = 0; i < pairs; i++) {
      String workload = WORKLOADS.get(i % WORKLOADS.size());
      int first = i / WORKLOADS.size() % 2;
      List<Timed> times = timed(first, workload);
      boolean both = times.get(0).agreesWith(times.get(1));
      boolean again = times.get(0).agreesWith(times.get(2));
      within += both ? 1 : 0;
      control += again ? 1 : 0;
      System.out.printf(
          Locale.ROOT,
          "%-10s %s first: %s, other arm %s%s, again %s%s%n",
          workload,
          first == PLAIN ? "plain" : "annotated",
          times.get(0),
          times.get(1),
          both ? "" : "  APART",
          times.get(2),
          again ? "" : "  APART");
    }
    System.out.printf(
        Locale.ROOT,
        "%d of %d pairs within each other's interval, %d of the same arm%n",
        within,
        pairs,
        control);
    if (within < LEAST_SHARE * pairs && within < control) {
      System.exit(1);
    }
  }

  /** Returns the times of the first arm, of the other one, and of the first again. */
  private static List<Timed> timed(int first, String workload)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                "-cp",
                System.getProperty("java.class.path"),
                PlainTimes.class.getName(),
                String.valueOf(first),
                workload)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<Timed> times = new ArrayList<>();
    try (BufferedReader reader = process.inputReader()) {
      for (int turn = 0; turn < TURNS; turn++) {
        String[] numbers = reader.readLine().split(" ");
        times.add(
            new Timed(
                Double.parseDouble(numbers[0]),
                Double.parseDouble(numbers[1]),
                Double.parseDouble(numbers[2])));
      }
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(workload + " ended with " + process.exitValue());
    }
    return times;
  }

  private static void printAll(int first, String workload) {
    Workloads workloads = TareTimes.SHARED;
    // JUnit uses the JDK's collections, and the JIT's profiles of them must be those of both arms
    runAnnotated("empty");
    // a collection moves what a workload reads closer together: 1,000 boxed numbers are added in
    // 730 ns where they were created, and in 430 ns after one
    System.gc();
    for (int turn = 0; turn < TURNS; turn++) {
      if ((first + turn) % 2 == PLAIN) {
        printPlain(workloads, workload);
      } else {
        printAnnotated(workload);
      }
    }
  }

  private static void printPlain(Workloads workloads, String workload) {
    MeasuredFigure figure = body(workloads, workload).time();
    System.out.println(
        figure.value().amount() + " " + figure.lower().amount() + " " + figure.upper().amount());
  }

  private static MeasuredBody body(Workloads workloads, String workload) {
    return switch (workload) {
      case "recursion" -> Tare.calling(() -> workloads.recursion());
      case "concat" -> Tare.calling(() -> workloads.concat());
      case "get" -> Tare.calling(() -> workloads.get());
      case "sum" -> Tare.calling(() -> workloads.sum());
      case "put" -> Tare.calling(() -> workloads.put());
      case "sort" -> Tare.calling(() -> workloads.sort());
      default -> Tare.calling(() -> workloads.allocate());
    };
  }

  private static void printAnnotated(String workload) {
    Map<String, String> entries = runAnnotated(workload);
    System.out.println(
        number(entries, "value") + " " + number(entries, "lower") + " " + number(entries, "upper"));
  }

  /** Returns what the test reports of its time. */
  private static Map<String, String> runAnnotated(String workload) {
    Map<String, String> entries = new HashMap<>();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(TareTimes.class, workload))
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.report.directory", "none")
                .build(),
            new TestExecutionListener() {
              @Override
              public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
                entries.putAll(entry.getKeyValuePairs());
              }
            });
    return entries;
  }

  private static String number(Map<String, String> entries, String name) {
    return entries.getOrDefault(FIGURE + name, "").replace(" ns", "");
  }
}
