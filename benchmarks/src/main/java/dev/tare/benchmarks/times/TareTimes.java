package dev.tare.benchmarks.times;

import dev.tare.benchmark.Benchmarked;
import java.security.NoSuchAlgorithmException;

/** The workloads as Tare times them; the suite says in how many fresh JVMs. */
class TareTimes {

  /** The objects that all measurements of a JVM work on. */
  static final Workloads SHARED = new Workloads();

  private final Workloads workloads = SHARED;

  @Benchmarked
  void empty() {
    workloads.empty();
  }

  @Benchmarked
  int recursion() {
    return workloads.recursion();
  }

  @Benchmarked
  String concat() {
    return workloads.concat();
  }

  @Benchmarked
  Object get() {
    return workloads.get();
  }

  @Benchmarked
  long sum() {
    return workloads.sum();
  }

  @Benchmarked
  Object put() {
    return workloads.put();
  }

  @Benchmarked
  byte[] sha() throws NoSuchAlgorithmException {
    return workloads.sha();
  }

  @Benchmarked
  int[] sort() {
    return workloads.sort();
  }

  @Benchmarked
  Object allocate() {
    return workloads.allocate();
  }
}
