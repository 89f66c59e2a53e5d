package dev.tare.benchmarks;

import dev.tare.unit.DataSize;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of reading the budget of an annotation and of printing a figure. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class QuantityBenchmark {

  private final String text = "1.5 MB";
  private final DataSize size = new DataSize(6_336);

  /** Parses {@code "1.5 MB"}. */
  @Benchmark
  public DataSize parse() {
    return DataSize.parse(text);
  }

  /** Prints {@code 6.2 KiB (6,336 B)}. */
  @Benchmark
  public String print() {
    return size.both();
  }
}
