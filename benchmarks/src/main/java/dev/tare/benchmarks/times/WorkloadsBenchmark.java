package dev.tare.benchmarks.times;

import java.security.NoSuchAlgorithmException;
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

/** The workloads as JMH times them; {@link TimeComparison} sets the schedule. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class WorkloadsBenchmark {

  private final Workloads workloads = new Workloads();

  /** Does nothing. */
  @Benchmark
  public void empty() {
    workloads.empty();
  }

  /** A Fibonacci number, by 1,973 calls. */
  @Benchmark
  public int recursion() {
    return workloads.recursion();
  }

  /** A short text with a number that changes. */
  @Benchmark
  public String concat() {
    return workloads.concat();
  }

  /** Reads one of 512 keys in a map of 1,000. */
  @Benchmark
  public Object get() {
    return workloads.get();
  }

  /** Sums 1,000 boxed numbers. */
  @Benchmark
  public long sum() {
    return workloads.sum();
  }

  /** 50 random numbers into a tree. */
  @Benchmark
  public Object put() {
    return workloads.put();
  }

  /** SHA-256 of 256 bytes. */
  @Benchmark
  public byte[] sha() throws NoSuchAlgorithmException {
    return workloads.sha();
  }

  /** 200 random numbers. */
  @Benchmark
  public int[] sort() {
    return workloads.sort();
  }

  /** 100 small arrays, all reachable at the end. */
  @Benchmark
  public Object allocate() {
    return workloads.allocate();
  }
}
