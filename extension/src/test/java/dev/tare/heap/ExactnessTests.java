package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tare.SampledMatrix;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the walker against an oracle that shares no code with it, under several layouts and
 * collectors.
 */
@WeavesOrWalks
class ExactnessTests {

  /** Largest number of graphs in a JVM: more would take the interpreter longer than the timeout. */
  private static final int MAX_GRAPHS_PER_JVM = 2_000;

  private static final Oracle ORACLE = new Oracle();

  private final ObjectGraph graph = ObjectGraph.open();

  @Test
  void sizesOfAThousandGeneratedGraphsAreExact() throws Exception {
    long seed = new Random().nextLong();
    GeneratedGraphs graphs = new GeneratedGraphs(seed);
    long objects = 0;
    for (int i = 0; i < 1000; i++) {
      Object value = graphs.next();

      Footprint footprint = graph.footprint(value);
      Footprint paths = graph.paths(value);

      long oracle = ORACLE.sizeOf(value);
      assertThat(footprint.bytes()).as("seed %d, graph %d", seed, i).isEqualTo(oracle);
      assertThat(paths.byClass()).as("seed %d, graph %d", seed, i).isEqualTo(footprint);
      objects += footprint.objects().items();
    }
    assertThat(objects).as("objects in all, seed %d", seed).isGreaterThan(10_000);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.tare.heap.HardCases#all")
  void sizesOfHardCasesAreExact(String name, Object value) {
    assertThat(graph.sizeOf(value)).isEqualTo(ORACLE.sizeOf(value));
    assertThat(graph.footprint(value).objects().items()).isEqualTo(ORACLE.reachable(value).size());
    assertThat(graph.shallowSizeOf(value)).isEqualTo(ORACLE.shallowSizeOf(value));
    assertThat(graph.paths(value).byClass()).isEqualTo(graph.footprint(value));
  }

  static Stream<String> options() {
    return SampledMatrix.of(
        "ExactnessTests.options",
        2,
        List.of(
            "-Xmx512m", // references are addresses
            "-Xmx3g -XX:HeapBaseMinAddress=8g", // references are in units of the alignment
            "-XX:-UseCompressedOops",
            "-XX:ObjectAlignmentInBytes=16",
            "-XX:+UseSerialGC",
            "-XX:+UseParallelGC",
            "-XX:+UseZGC",
            // not in every build; it moves objects concurrently, so the identity set is used
            "-XX:+IgnoreUnrecognizedVMOptions -XX:+UseShenandoahGC",
            "-Xint"));
  }

  @ParameterizedTest
  @MethodSource("options")
  void sizesAreExactUnder(String options) {
    assertExactUnder(options);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseCompactObjectHeaders", "--sun-misc-unsafe-memory-access=deny"})
  void sizesAreExactOnLaterReleasesUnder(String options) {
    assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(25);

    assertExactUnder(options);
  }

  /**
   * Compares 50 graphs, or the number that {@code -Dbuild.exactness} sets, for example 10000, and
   * then prints the results.
   */
  private static void assertExactUnder(String options) {
    int graphs = Integer.getInteger("build.exactness", 50);
    List<String> line = new ArrayList<>(List.of(options.split(" ", -1)));
    line.add("-XX:+EnableDynamicAgentLoading");
    for (int remaining = graphs; remaining > 0; remaining -= MAX_GRAPHS_PER_JVM) {
      String count = String.valueOf(Math.min(remaining, MAX_GRAPHS_PER_JVM));
      String seed = String.valueOf(new Random().nextLong());

      ChildJvm child = ChildJvm.run(line, ExactnessProbe.class, count, seed);

      if (graphs > 50) {
        System.out.println(options + ": " + child.out() + ", seed " + seed);
      }
      assertThat(child.err()).isEmpty();
      assertThat(child.out()).as("seed " + seed).startsWith("0 deviations on ");
    }
  }

  static Stream<String> collectors() {
    return SampledMatrix.of(
        "ExactnessTests.collectors",
        1,
        List.of("-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseSerialGC", "-XX:+UseZGC"));
  }

  /** An incorrect walk would often fail here, since the whole graph moves while it is walked. */
  @ParameterizedTest
  @MethodSource("collectors")
  void sizesAreExactWhileTheCollectorMovesEverything(String collector) {
    ChildJvm child =
        ChildJvm.run(
            List.of(
                collector,
                "-Xmx128m",
                "-Xmn30m", // the whole graph stays young and moves in every collection
                "-XX:SurvivorRatio=1",
                "-XX:MaxTenuringThreshold=15",
                "-XX:+EnableDynamicAgentLoading"),
            CollectionsProbe.class);

    assertThat(child.err()).isEmpty();
    assertThat(child.out()).isEqualTo("all equal, collections happened: true");
  }
}
