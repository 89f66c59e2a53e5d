package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningJvmTests {

  @Test
  void buildIsTheJavaProcessThatStartedTheJvm() {
    String pid = String.valueOf(ProcessHandle.current().pid());

    ChildJvm one = ChildJvm.run(List.of(), BuildProbe.class);
    ChildJvm other = ChildJvm.run(List.of(), BuildProbe.class);

    assertThat(one.out()).as(one.err()).matches(pid + "(-\\d+)?").isEqualTo(other.out());
  }

  @Test
  void projectHasBranchAndCommitOfTheEnvironment() {
    String folder = Path.of("").toAbsolutePath().getFileName().toString();

    assertThat(RunningJvm.project(Map.of())).isEqualTo(folder);
    assertThat(
            RunningJvm.project(
                Map.of(
                    "GITHUB_REPOSITORY", "acme/shop",
                    "GITHUB_HEAD_REF", "",
                    "GITHUB_REF_NAME", "main",
                    "GITHUB_SHA", "1a2b3c4d5e6f")))
        .isEqualTo("acme/shop · main · 1a2b3c4d5e");
    assertThat(RunningJvm.project(Map.of("GIT_BRANCH", "origin/fast", "GIT_COMMIT", "1a2b")))
        .isEqualTo(folder + " · origin/fast · 1a2b");
  }
}
