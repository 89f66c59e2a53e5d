package dev.tare.benchmark;

import java.util.List;

/**
 * The attributes of {@link Benchmarked}, which a body without an annotation has too.
 *
 * @param max limit of a call, {@code maxFirst} of the first one; empty for none
 * @param maxRatio limit of the ratio to the baseline; not set for that of the suite
 * @param forks number of fresh JVMs; not set for that of the suite
 */
record BenchmarkOptions(
    String max,
    String maxFirst,
    String baseline,
    double maxRatio,
    boolean equalResults,
    String statistic,
    int operations,
    int threads,
    String warmupTime,
    String measurementTime,
    int forks,
    List<String> jvmArgs,
    ProfileKind profile) {

  static BenchmarkOptions of(Benchmarked annotation) {
    return new BenchmarkOptions(
        annotation.max(),
        annotation.maxFirst(),
        annotation.baseline(),
        annotation.maxRatio(),
        annotation.equalResults(),
        annotation.statistic(),
        annotation.operations(),
        annotation.threads(),
        annotation.warmupTime(),
        annotation.measurementTime(),
        annotation.forks(),
        List.of(annotation.jvmArgs()),
        annotation.profile());
  }
}
