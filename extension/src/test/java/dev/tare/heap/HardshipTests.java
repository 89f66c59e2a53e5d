package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.SampledMatrix;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@WeavesOrWalks
class HardshipTests {

  private static String runProbe(String heap, String condition) {
    return runProbe(heap, "-XX:+UseG1GC", condition);
  }

  private static String runProbe(String heap, String collector, String condition) {
    ChildJvm child =
        ChildJvm.run(
            List.of(heap, collector, "-XX:+EnableDynamicAgentLoading"),
            HardshipProbe.class,
            condition);

    assertThat(child.err()).isEmpty();
    return child.out();
  }

  @Test
  void walkReportsInsufficientHeap() {
    assertThat(runProbe("-Xmx36m", "full"))
        .isEqualTo("the heap has too little room left for the walk; then true");
  }

  static Stream<String> options() {
    return SampledMatrix.of(
        "HardshipTests.options",
        1,
        List.of(
            "-XX:+UseG1GC",
            "-XX:-UseCompressedOops",
            "-XX:+UseSerialGC",
            "-XX:+UseParallelGC",
            "-XX:+UseZGC"));
  }

  @ParameterizedTest
  @MethodSource("options")
  void walkNeedsLittleMemory(String collector) {
    assertThat(runProbe("-Xmx256m", collector, "frugal")).isEqualTo("true, true");
  }

  @Test
  void walkNeedsNoMoreMemoryWhileZgcCollects() {
    assertThat(runProbe("-Xmx1g", "-XX:+UseZGC", "collected")).isEqualTo("less than 64, all right");
  }

  /** G1 moves objects in pauses only, ZGC also while the walk runs. */
  static Stream<String> collectors() {
    return SampledMatrix.of("HardshipTests.collectors", 1, List.of("-XX:+UseG1GC", "-XX:+UseZGC"));
  }

  @ParameterizedTest
  @MethodSource("collectors")
  void walkEndsWhileOtherThreadsModifyTheGraph(String collector) {
    assertThat(runProbe("-Xmx256m", collector, "changing")).isEqualTo("200 walks ended");
  }

  @Test
  void walkFollowsAChainOfFourMillion() {
    assertThat(runProbe("-Xmx512m", "deep")).matches("4,000,001.*, 4,000,001.*");
  }
}
