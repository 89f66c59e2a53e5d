package dev.tare.benchmarks.times;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Nine workloads in three sessions of JMH, with Tare's own figures taken between them: in three
 * fresh JVMs each, and one after the other in one JVM, as in a suite.
 *
 * <p>Ours are compared with JMH's means, and also with what JMH found while nothing slowed it down:
 * see {@link Undisturbed}. On a core of its own both are the same.
 *
 * <pre>mvn -Ptimes -pl benchmarks -am -DskipTests verify</pre>
 *
 * <p>has JMH warm up and measure for 50 s each in three forks, as it does unless told otherwise but
 * for two forks less, and in more and shorter iterations; that takes two hours and a half. {@code
 * -Dtimes=quick} warms up for 1 s and measures for 1.5 s, about ten minutes in all. {@code
 * -Dtimes.workloads=get,sum} does some of them, a quarter of an hour each.
 */
public final class TimeComparison {

  private final boolean quick;
  private final List<String> workloads;
  private final TimeTable means;
  private final TimeTable undisturbed;
  private final List<Double> jmhSeconds = new ArrayList<>();

  private TimeComparison(boolean quick, List<String> workloads) {
    this.quick = quick;
    this.workloads = workloads;
    this.means = new TimeTable(workloads);
    this.undisturbed = new TimeTable(workloads);
  }

  /** Takes {@code full} or {@code quick}, and {@code all} or names of workloads. */
  public static void main(String[] arguments) throws Exception {
    TimeComparison comparison =
        new TimeComparison(arguments[0].equals("quick"), Workloads.named(arguments[1]));
    System.out.println("Java " + System.getProperty("java.version"));
    comparison.session();
    double forked = comparison.ours(3);
    comparison.session();
    double here = comparison.ours(0);
    comparison.session();
    comparison.means.print("beside JMH's means");
    comparison.undisturbed.print("beside JMH's iterations that nothing slowed down");
    System.out.printf(
        Locale.ROOT,
        "a session of JMH took %.0f s, Tare %.0f s with forks = 3 and %.0f s in one JVM%n",
        comparison.jmhSeconds.stream().mapToDouble(d -> d).average().orElseThrow(),
        forked,
        here);
  }

  private void session() throws RunnerException {
    long from = System.nanoTime();
    OptionsBuilder options = new OptionsBuilder();
    options
        .include(WorkloadsBenchmark.class.getName() + "\\.(" + String.join("|", workloads) + ")$")
        .forks(3)
        .warmupIterations(quick ? 2 : 5)
        .warmupTime(quick ? TimeValue.milliseconds(500) : TimeValue.seconds(10))
        .measurementIterations(quick ? 75 : 2_500)
        .measurementTime(TimeValue.milliseconds(20))
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true);
    for (RunResult result : new Runner(options.build()).run()) {
      String name = result.getParams().getBenchmark().replaceAll(".*\\.", "");
      double nanos = result.getPrimaryResult().getScore();
      double best = Undisturbed.nanos(result);
      means.addSession(name, nanos);
      undisturbed.addSession(name, best);
      System.out.printf(
          Locale.ROOT,
          "JMH %d: %-10s %12.3f ns, error %.3f ns; undisturbed %.3f ns, of the forks %s%n",
          jmhSeconds.size() + 1,
          name,
          nanos,
          result.getPrimaryResult().getScoreError(),
          best,
          Undisturbed.ofForks(result)
              .mapToObj(fork -> String.format(Locale.ROOT, "%.1f", fork))
              .collect(Collectors.joining(", ")));
    }
    jmhSeconds.add((System.nanoTime() - from) / 1e9);
  }

  private double ours(int forks) throws IOException, InterruptedException {
    long from = System.nanoTime();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                "-cp",
                System.getProperty("java.class.path"),
                TimeArm.class.getName(),
                String.valueOf(forks),
                String.join(",", workloads))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader reader = process.inputReader()) {
      reader.lines().forEach(line -> read(forks, line));
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException("Tare's JVM ended with " + process.exitValue());
    }
    return (System.nanoTime() - from) / 1e9;
  }

  private void read(int forks, String line) {
    String[] words = line.split(" ", 3);
    if (!words[0].equals("time")) {
      return;
    }
    System.out.printf("Tare, forks = %s: %-10s %s%n", forks, words[1], words[2]);
    if (words[2].equals(TimeTable.BELOW)) {
      addOurs(forks, words[1], 0);
    } else if (words[2].endsWith(" ns")) {
      addOurs(forks, words[1], Double.parseDouble(words[2].split(" ")[0]));
    }
  }

  private void addOurs(int forks, String name, double nanos) {
    means.addOurs(forks > 0, name, nanos);
    undisturbed.addOurs(forks > 0, name, nanos);
  }
}
