package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;

/** Records JVMs that run the agents of JaCoCo and Mockito. */
@WeavesOrWalks
class BesideAgentsTests {

  private static final String ALLOW = "-XX:+EnableDynamicAgentLoading";

  @TempDir static Path folder;
  private static Path jar;

  @BeforeAll
  static void writeJar() throws IOException {
    jar = AgentJarFile.write(folder.resolve("agent.jar"));
  }

  @Test
  void countsAreTheSameBesideJacocoAndItsProbesAreNamed() throws Exception {
    Path coverage = folder.resolve("jacoco.exec");
    try (Target target = Target.start(ALLOW, jacoco(coverage))) {
      Command command =
          Command.run(jar, target.pid(), "include=dev.tare.internal.attach.TargetProbe*")
              .recording();
      target.ask("work 2 100");
      target.ask("late");

      command.ended();
      assertThat(command.row("TargetProbe.Work.arrays")).contains("203,200 B", "200");
      assertThat(command.row("TargetProbe.Work.boxes")).contains("3,200 B", "200");
      assertThat(command.row("long\\[\\] +TargetProbe.Late.work")).contains("816 B", "1");
      assertThat(command.row("TargetProbe.Late..jacocoInit")).as(command.out()).isNotEmpty();
      assertThat(command.sum()).isEqualTo(command.total());
      assertThat(target.end()).isZero();
      assertThat(target.errors()).isEmpty();
    }
    assertThat(coverage).isNotEmptyFile();
  }

  @Test
  void callsOfMocksCountAndMockitosAllocationIsLabelled() throws Exception {
    String agent = "-javaagent:" + ChildJvm.home(Mockito.class);
    try (Target target = Target.of(MockProbe.class, ALLOW, "-Xshare:off", agent)) {
      target.ask("once");
      Command command =
          Command.run(jar, target.pid(), "include=dev.tare.internal.attach.MockProbe*", "rows=100")
              .recording();
      target.ask("again");

      command.ended();
      // only those of the real object: the mock does not run the method's code
      assertThat(command.row("byte\\[\\] +MockProbe.Service.serve")).contains("1,200 B", "10");
      assertThat(command.row("org.mockito.* +MockProbe.Service.serve"))
          .as(command.out())
          .isNotEmpty();
      assertThat(command.sum()).isEqualTo(command.total());
      assertThat(target.ask("and again")).isEqualTo("done");
      assertThat(target.errors()).isEmpty();
    }
  }

  /**
   * Returns the option for the JaCoCo agent on the class path, with which the build measures
   * coverage.
   */
  private static String jacoco(Path coverage) {
    String agent =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(path -> path.matches(".*org\\.jacoco\\.agent-[\\d.]+-runtime\\.jar"))
            .findFirst()
            .orElseThrow();
    return "-javaagent:%s=destfile=%s".formatted(agent, coverage);
  }
}
