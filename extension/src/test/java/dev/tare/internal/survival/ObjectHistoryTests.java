package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.SampledMatrix;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the states of objects in a JVM with the rules of generational collection. */
@WeavesOrWalks
class ObjectHistoryTests {

  private static final int HISTORIES = 10;
  private static final int MAX_THRESHOLD = 5;

  static Stream<Arguments> jvms() {
    List<String> collectors =
        new ArrayList<>(
            List.of(
                // each full collection compacts
                "-XX:+UseSerialGC -XX:MarkSweepAlwaysCompactCount=1",
                // a fixed threshold; small buffers, whose unused ends count as old objects
                "-XX:+UseParallelGC -XX:-UseAdaptiveSizePolicy -XX:OldPLABSize=264",
                // regions that hold each object
                "-XX:+UseG1GC -XX:G1HeapRegionSize=4m",
                "-XX:+UseZGC"));
    if (ChildJvm.start(List.of("-XX:+UseShenandoahGC", "-version")).exitCode() == 0) {
      collectors.add("-XX:+UseShenandoahGC");
    }
    Random random = new Random();
    return SampledMatrix.of(
        "ObjectHistoryTests.jvms",
        1,
        collectors.stream()
            .flatMap(
                collector ->
                    IntStream.rangeClosed(1, MAX_THRESHOLD)
                        .mapToObj(threshold -> arguments(collector, threshold, random.nextLong())))
            .toList());
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void observedStatesAreExpected(String collector, int threshold, long seed) {
    List<String> options = new ArrayList<>(List.of(collector.split(" ")));
    options.addAll(
        List.of(
            "-Xmx256m",
            "-Xmn32m",
            "-XX:MaxTenuringThreshold=" + threshold,
            "-XX:TargetSurvivorRatio=100", // a fuller survivor space lowers the threshold
            "-XX:ParallelGCThreads=1",
            "-XX:+EnableDynamicAgentLoading"));
    if (collector.contains("Parallel")) {
      options.add("-XX:InitialTenuringThreshold=" + threshold);
    }

    ChildJvm jvm =
        ChildJvm.run(
            options,
            ObjectHistoryProbe.class,
            Long.toString(seed),
            Integer.toString(HISTORIES),
            Integer.toString(threshold));

    System.out.println(jvm.out());
    boolean generations = collector.matches(".*(Serial|Parallel|G1)GC.*");
    assertThat(jvm.out())
        .as(jvm.err())
        .endsWith("10 of 10 as expected, generations: " + generations);
  }

  @Test
  void expectedStatesFollowTheRules() {
    ObjectHistories histories =
        new ObjectHistories(
            2,
            Stream.of("Y", "Y", "Y", "Y", "F", "Y")
                .map(
                    letter ->
                        letter.equals("Y")
                            ? ObjectHistories.Collection.YOUNG
                            : ObjectHistories.Collection.FULL)
                .toList(),
            List.of(
                new ObjectHistories.Life(0, 9),
                new ObjectHistories.Life(0, 1),
                new ObjectHistories.Life(0, 3),
                new ObjectHistories.Life(1, 3),
                new ObjectHistories.Life(4, 5)),
            0);

    assertThat(histories.table("rules", histories.expected()))
        .isEqualToNormalizingNewlines(
            """
            rules, seed 0, threshold 2
            object       Y Y Y Y F Y
            64 KiB       y y o o o o
            128 KiB      y x x x x x
            256 KiB      y y o u x x
            512 KiB      . y y u x x
            1024 KiB     . . . . o u""");
  }
}
