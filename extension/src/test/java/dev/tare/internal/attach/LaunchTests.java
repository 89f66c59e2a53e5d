package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@WeavesOrWalks
@SameOnEveryJdk
class LaunchTests {

  private static final String WORK = "include=dev.tare.internal.attach.TargetProbe*";

  @TempDir static Path folder;
  private static Path jar;

  @BeforeAll
  static void writeJar() throws IOException {
    jar = AgentJarFile.write(folder.resolve("agent.jar"));
  }

  /** Returns the option that records from the start. */
  private static String agent(String options) {
    return "-javaagent:" + jar + "=" + WORK + "," + options;
  }

  @Test
  void recordingAndSeriesLastFromStartToEnd() throws Exception {
    Path output = folder.resolve("whole.txt");
    Path series = folder.resolve("whole.csv");
    try (Target target = Target.start(agent("output=" + output + ",series=" + series))) {
      target.ask("stay 3 1000");

      assertThat(target.end()).isZero();
      assertThat(target.errors()).isEmpty();
    }
    assertThat(Files.readString(output))
        .startsWith("Process ")
        // on a busy machine, the JVM may end before its threads are read
        .containsPattern("B( +\\d*)? +main\n")
        .containsPattern("3,048,000 B +3,000 +byte\\[\\] +TargetProbe\\.Work\\.arrays\\(")
        // a call site that is linked in the meantime allocates a little more
        .containsPattern(
            "48,\\d{3} B +3,000 +java.lang.Integer \\(boxing\\) +TargetProbe\\.Work\\.boxes");
    assertThat(series).content().containsPattern(",\"server-0\",1\\d{6}\n");
  }

  @Test
  void linesSayThatThereIsNoFlightRecorderAndNoClass() throws Exception {
    Path output = folder.resolve("without.txt");
    Path series = folder.resolve("without.csv");
    try (Target target =
        Target.start(
            agent("output=" + output + ",series=" + series + ",include=org.acme"),
            "--limit-modules=java.instrument,jdk.management")) {
      assertThat(target.end()).isZero();
    }
    assertThat(output)
        .content()
        .contains(
            "\n  missing     no loaded class matches include=org.acme; give names with *, for",
            "\n  missing     the series of threads: this JVM has no flight recorder\n");
    assertThat(series).doesNotExist();
  }

  @Test
  void recordingEndsAfterItsTime() throws Exception {
    Path output = Files.writeString(folder.resolve("part.txt"), "an earlier recording");
    try (Target target = Target.start(agent("seconds=1,output=" + output))) {
      while (Files.notExists(output)) {
        assertThat(target.ask("work 1 1")).isEqualTo("done");
      }

      assertThat(target.askUntilGone("threads", "tare")).doesNotContain("tare");
      assertThat(target.end()).isZero();
    }
    assertThat(Files.readString(output))
        .containsPattern("recorded +[1-9]\\d*\\.\\d+ s; [\\d.]+ \\w+/s; ");
  }

  @Test
  void killedJvmLeavesNoFile() throws Exception {
    Path output = Files.createDirectory(folder.resolve("killed")).resolve("recording.txt");
    try (Target target = Target.start(agent("output=" + output))) {
      assertThat(target.ask("work 1 1")).isEqualTo("done");
      target.kill();
    }
    assertThat(output.getParent()).isEmptyDirectory();
  }

  @Test
  void recordingThatCannotBeWrittenIsReportedInOneLine() throws Exception {
    Path output = Files.createDirectory(folder.resolve("later")).resolve("recording.txt");
    try (Target target = Target.start(agent("output=" + output))) {
      assertThat(target.ask("work 1 1")).isEqualTo("done");
      Files.delete(output.getParent());

      assertThat(target.end()).isZero();
      assertThat(target.errors())
          .startsWith("tare-agent: 'output=" + output + "' cannot be written: ")
          .endsWith("; the recording is lost")
          .hasLineCount(1);
    }
  }

  /** A device is written directly: nothing is written beside it or removed. */
  @Test
  void fullDeviceIsReportedInOneLine() throws Exception {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    try (Target target = Target.start(agent("output=" + full))) {
      assertThat(target.end()).isZero();
      assertThat(target.errors())
          .startsWith("tare-agent: 'output=/dev/full' cannot be written: ")
          .endsWith("No space left on device; the recording is lost")
          .hasLineCount(1);
    }
    assertThat(full).exists();
  }

  @ParameterizedTest
  @CsvSource({
    "classes=a.*, tare-agent: unknown option 'classes=a.*'; use include",
    "jar=a, tare-agent: java.lang.ClassNotFoundException: ",
    "'include=a,output=nowhere/a.txt', tare-agent: 'output=nowhere/a.txt' cannot be written: "
  })
  void jvmDoesNotStartWithAWrongOption(String option, String message) {
    ChildJvm child = ChildJvm.run(List.of("-javaagent:" + jar + "=," + option), TargetProbe.class);

    assertThat(child.exitCode()).isEqualTo(2);
    assertThat(child.err()).startsWith(message);
  }
}
