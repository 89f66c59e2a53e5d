package dev.tare.benchmarks.times;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.MeasuredBody;
import dev.tare.MeasuredFigure;
import dev.tare.Tare;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
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
 * Times workloads in pairs of fresh JVMs, with {@code @Benchmarked} in one and {@code
 * Tare.calling(…).time()} in the other, and counts how often each time is in the interval of the
 * other.
 *
 * <pre>mvn -Pplain -pl benchmarks -am -DskipTests verify</pre>
 *
 * <p>{@code -Dplain=100} sets the number of pairs. A pair takes about 15 s.
 */
public final class PlainTimes {

  private static final List<String> WORKLOADS =
      List.of("recursion", "concat", "get", "sum", "put", "sort", "allocate");

  /**
   * A collection moves what a workload reads closer together: 1,000 boxed numbers are added in 730
   * ns where they were created, and in 430 ns after one. So none may happen before the first call,
   * where only one of the arms would profit.
   */
  private static final String YOUNG = "-Xmn300m";

  private static final double LEAST_SHARE = 0.95;

  private static final String FIGURE = "tare.time-per-call.";

  private static final int ANNOTATED = 0;
  private static final int PLAIN = 1;

  /** A time with its interval in nanoseconds. */
  private record Timed(double value, double lower, double upper) {

    boolean includes(Timed other) {
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
   * @param arguments the number of pairs; in a fresh JVM the arm and the workload
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 2) {
      if (arguments[0].equals(String.valueOf(PLAIN))) {
        printPlain(arguments[1]);
      } else {
        printAnnotated(arguments[1]);
      }
      return;
    }
    int pairs = Integer.parseInt(arguments[0]);
    int within = 0;
    for (int i = 0; i < pairs; i++) {
      String workload = WORKLOADS.get(i % WORKLOADS.size());
      Timed[] times = new Timed[2];
      // the arms take turns in being first
      for (int turn = 0; turn < 2; turn++) {
        int arm = (i + turn) % 2;
        times[arm] = timed(arm, workload);
      }
      boolean both =
          times[ANNOTATED].includes(times[PLAIN]) && times[PLAIN].includes(times[ANNOTATED]);
      within += both ? 1 : 0;
      System.out.printf(
          Locale.ROOT,
          "%-10s annotated %s, plain %s%s%n",
          workload,
          times[ANNOTATED],
          times[PLAIN],
          both ? "" : "  APART");
    }
    System.out.printf(Locale.ROOT, "%d of %d pairs within each other's interval%n", within, pairs);
    if (within < LEAST_SHARE * pairs) {
      System.exit(1);
    }
  }

  private static Timed timed(int arm, String workload) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                YOUNG,
                "-cp",
                System.getProperty("java.class.path"),
                PlainTimes.class.getName(),
                String.valueOf(arm),
                workload)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String[] numbers;
    try (BufferedReader reader = process.inputReader()) {
      numbers = reader.readLine().split(" ");
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(workload + " ended with " + process.exitValue());
    }
    return new Timed(
        Double.parseDouble(numbers[0]),
        Double.parseDouble(numbers[1]),
        Double.parseDouble(numbers[2]));
  }

  private static void printPlain(String workload) {
    MeasuredFigure figure = body(workload).time();
    System.out.println(
        figure.value().amount() + " " + figure.lower().amount() + " " + figure.upper().amount());
  }

  private static MeasuredBody body(String workload) {
    Workloads workloads = new Workloads();
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
    System.out.println(
        number(entries, "value") + " " + number(entries, "lower") + " " + number(entries, "upper"));
  }

  private static String number(Map<String, String> entries, String name) {
    return entries.getOrDefault(FIGURE + name, "").replace(" ns", "");
  }
}
