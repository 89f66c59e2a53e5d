package dev.tare.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.ListStatistics;

/**
 * {@link SuiteCostBenchmark} with its kinds in turn, one fresh JVM each, and what each costs more
 * than the plain suite of its round: a machine that becomes slower for a minute takes from all
 * alike. The argument is the number of rounds.
 */
public final class SuiteCostComparison {

  private static final List<String> KINDS =
      List.of("plain", "detected", "census", "allocated", "unexported", "handed", "returned");

  private final Map<String, List<Double>> micros = new LinkedHashMap<>();

  private SuiteCostComparison() {}

  /** Runs and prints. */
  public static void main(String[] arguments) throws RunnerException {
    SuiteCostComparison comparison = new SuiteCostComparison();
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      for (String kind : KINDS) {
        comparison.run(kind);
      }
    }
    System.out.println("Java " + System.getProperty("java.version"));
    KINDS.forEach(comparison::print);
  }

  private void run(String kind) throws RunnerException {
    for (RunResult result :
        new Runner(
                new OptionsBuilder()
                    .include(SuiteCostBenchmark.class.getName())
                    .param("kind", kind)
                    .forks(1)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run()) {
      micros
          .computeIfAbsent(kind, name -> new ArrayList<>())
          .add(result.getPrimaryResult().getScore());
    }
  }

  private void print(String kind) {
    List<Double> own = micros.getOrDefault(kind, List.of());
    List<Double> plain = micros.getOrDefault(KINDS.get(0), List.of());
    double[] more = new double[own.size()];
    for (int i = 0; i < more.length; i++) {
      more[i] = own.get(i) - plain.get(i);
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-10s median of %d: %,5.0f us a test, %+,5.0f us more than plain",
            kind,
            own.size(),
            median(own.stream().mapToDouble(d -> d).toArray()),
            median(more)));
  }

  private static double median(double[] values) {
    return new ListStatistics(values).getPercentile(50);
  }
}
