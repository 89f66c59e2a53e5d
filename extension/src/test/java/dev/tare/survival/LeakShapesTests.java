package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.SampledMatrix;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.workloads.LeakShape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the verdicts of the annotation on leak shapes, in a JVM for each collector. */
@WeavesOrWalks
class LeakShapesTests {

  /** Number of shapes that a build samples: a failure with its search takes 0.3 s. */
  private static final int SHAPES = 4;

  static Stream<Arguments> collectors() {
    List<Arguments> collectors =
        new ArrayList<>(
            List.of(
                arguments("-XX:+UseG1GC", "G1 .*"),
                arguments("-XX:+UseSerialGC", "Copy|MarkSweepCompact"),
                arguments("-XX:+UseParallelGC", "PS .*"),
                arguments("-XX:+UseZGC", "ZGC .*")));
    if (ChildJvm.start(List.of("-XX:+UseShenandoahGC", "-version")).exitCode() == 0) {
      collectors.add(arguments("-XX:+UseShenandoahGC", "Shenandoah .*"));
    }
    return SampledMatrix.of("leaksAreFoundAndTwinsPassUnderACollector", 1, collectors);
  }

  /**
   * Checks verdicts with a collector.
   *
   * @param beans a pattern of the names of its beans
   */
  @ParameterizedTest
  @MethodSource("collectors")
  void leaksAreFoundAndTwinsPassUnderACollector(String collector, String beans) {
    List<String> arguments = new ArrayList<>(List.of("1"));
    SampledMatrix.of("LeakShapesTests.shapes", SHAPES, List.of(LeakShape.values()))
        .forEach(shape -> arguments.add(shape.name()));

    ChildJvm jvm =
        ChildJvm.run(
            List.of("-XX:+EnableDynamicAgentLoading", collector),
            LeakShapesProbe.class,
            arguments.toArray(String[]::new));

    assertThat(jvm.out().lines().filter(line -> line.startsWith(LeakShapesProbe.COLLECTOR)))
        .as(jvm.err())
        .isNotEmpty()
        .allSatisfy(
            line -> assertThat(line.substring(LeakShapesProbe.COLLECTOR.length())).matches(beans));
    assertThat(jvm.out())
        .as(jvm.err())
        .endsWith(2 * (arguments.size() - 1) + 1 + " verdicts, 0 wrong");
  }
}
