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
class SurvivingRoundsTests {

  private static final int KEEPING = 6;
  private static final int KEEPING_NOTHING = 12;

  static Stream<String> options() {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-XX:+UseG1GC",
                "-XX:+UseSerialGC",
                "-XX:+UseParallelGC",
                "-XX:+UseZGC",
                "-XX:+UseShenandoahGC"));
    if (SampledMatrix.isWhole()) {
      options.add("-Xint"); // takes minutes
    }
    return SampledMatrix.of("surviving bytes", 1, options);
  }

  /** Compares with the objects that the bodies kept, in sizes from the JVM's instrumentation. */
  @ParameterizedTest
  @MethodSource("options")
  void growthIsExactlyWhatBodiesKeep(String option) {
    String seed = Long.toString(new Random().nextLong() >>> 1);

    ChildJvm jvm =
        ChildJvm.run(
            List.of(option, "-Xmx256m", "-XX:+IgnoreUnrecognizedVMOptions"),
            GrowthProbe.class,
            seed,
            Integer.toString(KEEPING),
            Integer.toString(KEEPING_NOTHING));

    assertThat(jvm.out())
        .as("seed %s: %s", seed, jvm.err())
        .startsWith(KEEPING + KEEPING_NOTHING + " bodies, 0 wrong [], ")
        // a concurrent collector may leave what is dropped while it works to its next collection
        .containsPattern(option.matches(".*(ZGC|Shenandoah).*") ? "" : "at once: true$");
  }
}
