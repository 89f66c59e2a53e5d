package dev.tare.internal.render.export;

import dev.tare.internal.render.MachineNumbers;
import dev.tare.internal.render.MeasurementText;
import dev.tare.model.PointSeries;
import dev.tare.model.Report;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The samples of benchmarks as comma-separated values (RFC 4180), one sample a line. */
public final class SamplesCsv {

  private static final List<String> TITLES =
      List.of("class", "test", "invocation", "method", "jvm", "sample", "nanosPerCall", "marks");

  private SamplesCsv() {}

  /** Returns the samples of all benchmarks, below a line of titles. */
  public static String render(List<Report> reports) {
    StringBuilder text = new StringBuilder(line(TITLES));
    for (BenchmarkSeries benchmark : BenchmarkSeries.of(reports)) {
      for (int jvm = 0; jvm < benchmark.forks().size(); jvm++) {
        append(text, benchmark, jvm + 1, benchmark.forks().get(jvm));
      }
    }
    return text.toString();
  }

  private static void append(
      StringBuilder text, BenchmarkSeries benchmark, int jvm, PointSeries fork) {
    for (int i = 0; i < fork.values().size(); i++) {
      text.append(
          line(
              List.of(
                  benchmark.test().className(),
                  benchmark.test().method(),
                  benchmark.test().invocation(),
                  benchmark.method(),
                  Integer.toString(jvm),
                  MachineNumbers.rounded(fork.positions().get(i)).toString(),
                  MachineNumbers.rounded(fork.values().get(i)).toString(),
                  MeasurementText.marks(fork, i))));
    }
  }

  private static String line(List<String> cells) {
    return cells.stream().map(SamplesCsv::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String cell) {
    boolean isPlain = Stream.of(",", "\"", "\n", "\r").noneMatch(cell::contains);
    return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
