package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.SampledMatrix;
import dev.tare.allocation.SameFigureProbe.Order;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes of code of the JDK are the same alone, compiled, after benchmarks and in any order. */
@WeavesOrWalks
class SameFigureTests {

  /** The figures of the bodies alone, by the option that chooses the collector. */
  private static final Map<String, List<String>> ALONE = new ConcurrentHashMap<>();

  static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (String collector : List.of("-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseSerialGC")) {
      for (Order order : Order.values()) {
        if (order != Order.ALONE) {
          cases.add(Arguments.of(collector, order));
        }
      }
    }
    return SampledMatrix.of("SameFigureTests", 1, cases);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void figuresAreThoseOfTheBodyAlone(String collector, Order order) {
    List<String> alone = ALONE.computeIfAbsent(collector, option -> figures(option, Order.ALONE));

    assertThat(alone).hasSizeGreaterThan(10).allMatch(line -> line.matches("\\w+ \\[[0-9,]+ B\\]"));
    assertThat(figures(collector, order)).isEqualTo(alone);
  }

  static Stream<String> optionsWithoutAnotherCompiler() {
    return SampledMatrix.of(
        "SameFigureTests.optionsWithoutAnotherCompiler",
        1,
        List.of("-XX:-TieredCompilation", "-XX:CompilationMode=high-only"));
  }

  /** There, C2 would not compile again what it was asked for meanwhile. */
  @ParameterizedTest
  @MethodSource("optionsWithoutAnotherCompiler")
  void bytesAreInDoubtWithoutAnotherCompiler(String option) {
    assertThat(figures(option, Order.ALONE))
        .hasSizeGreaterThan(10)
        .allMatch(
            line ->
                line.endsWith(
                    "could not be switched off: this JVM has no other compiler; leave"
                        + " -XX:-TieredCompilation and -XX:CompilationMode=high-only out]"));
  }

  private static List<String> figures(String option, Order order) {
    ChildJvm child =
        ChildJvm.run(
            List.of(
                "-XX:+EnableDynamicAgentLoading",
                ChildJvm.OPTIMIZING,
                "-Xbatch", // the same calls are compiled, however busy the machine is
                option),
            SameFigureProbe.class,
            order.name());
    assertThat(child.err()).isEmpty();
    return child.out().lines().toList();
  }
}
