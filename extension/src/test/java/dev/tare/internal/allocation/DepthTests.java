package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tare.SampledMatrix;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Breakdowns with libraries and the JDK woven: all workloads in one JVM. */
@WeavesOrWalks
class DepthTests {

  private static final String ALLOW = "-XX:+EnableDynamicAgentLoading";

  @Test
  void rowsAddUpToTheUnwovenCallAtEveryDepth() {
    addUp("-XX:+UseG1GC " + ChildJvm.OPTIMIZING, "APPLICATION", "LIBRARIES", "JDK");
  }

  static Stream<String> options() {
    return SampledMatrix.of(
        "DepthTests.options",
        1,
        List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC", "-XX:-UseTLAB"));
  }

  @ParameterizedTest
  @MethodSource("options")
  void rowsAddUpOnOtherCollectorsToo(String options) {
    addUp(options, "APPLICATION", "JDK");
  }

  @Test
  void rowsAddUpInTheInterpreter() {
    addUp("-Xint", "APPLICATION");
  }

  @Test
  void rowsAddUpWithCompactHeaders() {
    assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(25);
    addUp("-XX:+UseCompactObjectHeaders", "APPLICATION", "JDK");
  }

  private static void addUp(String options, String... depths) {
    ChildJvm child =
        ChildJvm.run(List.of((ALLOW + " " + options).split(" ")), SitesProbe.class, depths);

    assertThat(child.err()).isEmpty();
    assertThat(child.out().lines())
        .allMatch(line -> line.matches("[A-Z]+ (3\\d) of \\1"))
        .hasSize(depths.length);
  }

  @Test
  void jdkRowsHaveTheApplicationsLineAndTheVmHasOneRow() {
    ChildJvm child = ChildJvm.run(List.of(ALLOW), SitesProbe.class, "JDK", "rows");

    assertThat(rows(child, "boxing"))
        .anyMatch(row -> row.matches(".*16 B, count=1, type=java.lang.Integer \\(boxing\\), .*"));
    assertThat(rows(child, "concatenation"))
        .hasSize(2)
        .anyMatch(row -> row.contains("type=byte[] (concatenation)"))
        .anyMatch(row -> row.contains("type=java.lang.String (concatenation)"))
        .allMatch(row -> row.contains(" from WorkloadFixtures.concatenation(WorkloadFixtures.ja"));
    assertThat(rows(child, "capturingLambda"))
        .singleElement()
        .asString()
        .contains("type=java.util.function.IntSupplier (lambda), ");
    assertThat(rows(child, "cloned")).singleElement().asString().contains("type=int[] (clone)");
    assertThat(rows(child, "growingList"))
        .anyMatch(row -> row.contains("count=872, type=java.lang.Integer (boxing), where=Integer."))
        .anyMatch(row -> row.contains("type=java.lang.Object[], where=Arrays.copyOf(Arrays.java"));
    assertThat(rows(child, "nestedArrays"))
        .satisfiesExactlyInAnyOrder(
            row -> assertThat(row).contains("count=3, type=int[], "),
            row -> assertThat(row).contains("count=1, type=int[][], "));
    assertThat(rows(child, "iterators")).anyMatch(row -> row.contains("ListItr, where="));
    assertThat(rows(child, "thrownThroughFrames"))
        .filteredOn(row -> row.contains("the VM itself"))
        .singleElement()
        .asString()
        .contains("count=5, ");
    assertThat(rows(child, "superConstructors"))
        .anyMatch(
            row -> row.contains("ArrayItr, ") && row.contains(" from WorkloadFixtures.Base.<"));
    assertThat(rows(child, "split")).noneMatch(row -> row.contains("the VM itself"));
  }

  @Test
  void missingAgentIsNamedWithItsRemedy() {
    ChildJvm child = ChildJvm.run(List.of("-Djava.io.tmpdir=/nowhere"), RefusedProbe.class);

    assertThat(child.out())
        .startsWith("true\nno breakdown: no agent can be written to the temporary folder: ")
        .endsWith(
            "; let java.io.tmpdir name a folder that can be written to,"
                + " or add -javaagent: and the jar tare-junit-jupiter");
  }

  private static Stream<String> rows(ChildJvm child, String workload) {
    return child
        .out()
        .lines()
        .dropWhile(line -> !line.equals(workload))
        .skip(1)
        .takeWhile(line -> line.startsWith("  "));
  }
}
