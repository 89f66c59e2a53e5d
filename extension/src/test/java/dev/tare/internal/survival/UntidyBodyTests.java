package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.SampledMatrix;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@WeavesOrWalks
class UntidyBodyTests {

  private static final int SAMPLED_BODIES = 3;

  static Stream<String> collectors() {
    return SampledMatrix.of(
        "surviving bytes of untidy bodies",
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
  void growthIsWhatBodiesKeepWhateverElseTheyDo(String collector) {
    String seed = Long.toString(new Random().nextLong() >>> 1);
    List<String> arguments = new ArrayList<>(List.of(seed));
    SampledMatrix.of("untidy bodies", SAMPLED_BODIES, List.of(UntidyBody.values()))
        .forEach(body -> arguments.add(body.name()));

    ChildJvm jvm =
        ChildJvm.run(
            List.of(collector, "-Xmx512m", "-XX:+IgnoreUnrecognizedVMOptions"),
            UntidyProbe.class,
            arguments.toArray(String[]::new));

    assertThat(jvm.out()).as("seed %s: %s", seed, jvm.err()).contains(" bodies, 0 wrong [], ");
  }
}
