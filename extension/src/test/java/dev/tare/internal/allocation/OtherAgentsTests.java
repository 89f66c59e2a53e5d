package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.nio.file.Path;
import java.util.List;
import org.jacoco.agent.rt.RT;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** Breakdowns beside the agents of JaCoCo and Mockito, both given on the command line. */
@WeavesOrWalks
class OtherAgentsTests {

  @Test
  void breakdownsHaveLinesAndNameOtherAgents() {
    ChildJvm child =
        ChildJvm.run(
            List.of(
                "-XX:+EnableDynamicAgentLoading",
                // otherwise the JVM warns, because the agents append to the boot class path
                "-Xshare:off",
                "-XX:TieredStopAtLevel=1", // C2 does not pay off in so short a run
                "-javaagent:" + jar(RT.class) + "=output=none",
                "-javaagent:" + jar(Mockito.class)),
            OtherAgentsProbe.class,
            "APPLICATION",
            "JDK");

    assertThat(child.err()).isEmpty();
    assertThat(child.out().split("(?m)(?=^reach )"))
        .hasSize(2)
        .allSatisfy(OtherAgentsTests::assertRows);
  }

  private static void assertRows(String breakdown) {
    assertThat(breakdown.lines())
        .contains("sum 0", "mocked stubbed")
        .noneMatch(line -> line.matches("could not be woven.*dev\\.tare.*"))
        .anyMatch(line -> line.contains(" (Mockito), where="))
        .anyMatch(
            line ->
                line.startsWith(
                    "  Row[amount=1,016 B, count=1, type=byte[], where=OtherAgentsProbe"));
  }

  private static Path jar(Class<?> type) {
    return ChildJvm.home(type);
  }
}
