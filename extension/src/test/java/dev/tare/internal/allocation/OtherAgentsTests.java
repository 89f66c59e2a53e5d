package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.testing.WeavesOrWalks;
import java.nio.file.Path;
import java.util.List;
import org.jacoco.agent.rt.RT;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.Mockito;

/** Breakdowns beside the agents of JaCoCo and Mockito, both given on the command line. */
@WeavesOrWalks
class OtherAgentsTests {

  @ParameterizedTest
  @EnumSource(names = {"APPLICATION", "JDK"})
  void breakdownHasLinesAndNamesOtherAgents(ClassOrigin reach) {
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
            reach.name());

    assertThat(child.err()).isEmpty();
    assertThat(child.out().lines())
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
