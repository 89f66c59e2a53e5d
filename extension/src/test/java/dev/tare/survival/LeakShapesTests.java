package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.SampledMatrix;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.workloads.LeakShape;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the verdicts of the annotation on every leak shape, in a JVM for each collector. */
class LeakShapesTests {

  static Stream<String> collectors() {
    return SampledMatrix.of(
        "leaksAreFoundAndTwinsPassUnderACollector",
        1,
        List.of(
            "-XX:+UseG1GC",
            "-XX:+UseSerialGC",
            "-XX:+UseParallelGC",
            "-XX:+UseZGC",
            "-XX:+UseShenandoahGC"));
  }

  @ParameterizedTest
  @MethodSource("collectors")
  void leaksAreFoundAndTwinsPassUnderACollector(String collector) {
    ChildJvm jvm =
        ChildJvm.run(
            List.of(
                "-XX:+EnableDynamicAgentLoading", "-XX:+IgnoreUnrecognizedVMOptions", collector),
            LeakShapesProbe.class,
            "1");

    assertThat(jvm.out())
        .as(jvm.err())
        .endsWith(2 * LeakShape.values().length + 4 + " verdicts, 0 wrong");
  }
}
