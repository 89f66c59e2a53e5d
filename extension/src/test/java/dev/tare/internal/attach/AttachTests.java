package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@WeavesOrWalks
class AttachTests {

  private static final String WORK = "include=dev.tare.internal.attach.TargetProbe$Work";
  private static final String CALLS = "mode=calls";
  private static final String ALLOW = "-XX:+EnableDynamicAgentLoading";

  @TempDir static Path folder;
  private static Path jar;
  private static Target target;

  @BeforeAll
  static void startTarget() throws IOException {
    jar = AgentJarFile.write(folder.resolve("agent.jar"));
    target = Target.start(ALLOW);
  }

  @AfterAll
  static void endTarget() throws IOException {
    target.close();
  }

  /** Starts a recording of the work. */
  private static Command recording(Target recorded, String... options) throws Exception {
    return recorded.recording(jar, Stream.concat(Stream.of(WORK), Stream.of(options)));
  }

  /** Records what the target does in reply to a question. */
  private static Command recorded(Target recorded, String question, String... options)
      throws Exception {
    return recorded.recorded(jar, question, Stream.concat(Stream.of(WORK), Stream.of(options)));
  }

  private static Command recorded(String question, String... options) throws Exception {
    return recorded(target, question, options);
  }

  private static void assertRowsAddUp(Command command) {
    assertThat(command.sum()).as(command.out()).isEqualTo(command.total());
    assertThat(command.threadSum()).as(command.out()).isEqualTo(command.total());
  }

  @Nested
  class RecordedAllocation {

    @Test
    void everyThreadIsRecordedToTheByte() throws Exception {
      Command command = recorded("work 4 1000");

      assertThat(command.row("TargetProbe.Work.arrays"))
          .contains("4,064,000 B", "4,000", "byte[]")
          .last()
          .asString()
          .matches("TargetProbe\\.Work\\.arrays\\(TargetProbe\\.java:\\d+\\)");
      assertThat(command.row("TargetProbe.Work.boxes"))
          .contains("64,000 B", "4,000", "java.lang.Integer (boxing)");
      assertThat(command.total()).isGreaterThan(4_128_000);
      assertRowsAddUp(command);
    }

    @Test
    void bytesAreListedByThread() throws Exception {
      Command command = recording(target, "rows=50");
      target.ask("stay 2 1000");
      target.ask("work 1 100");
      command.ended();

      // the work, and the bytes for starting and recording the thread
      assertThat(command.bytes("server-0$")).isBetween(1_032_000L, 1_100_000L);
      assertThat(command.bytes("server-1$")).isBetween(1_032_000L, 1_100_000L);
      assertThat(command.out()).doesNotContain("tare-agent", "Attach Listener");
      assertThat(command.out()).containsPattern("; [\\d.]+ MiB/s; [\\d.]+ MiB in the whole JVM;");
      assertRowsAddUp(command);
    }

    /** What threads allocate before and after the recording, faster than in it, does not count. */
    @Test
    void busyThreadsAllocateAtTheirLine() throws Exception {
      try (Target busy = Target.start(ALLOW)) {
        busy.ask("spin 8");
        Command command = recording(busy, "seconds=1");

        assertThat(command.exit()).as(command.err()).isZero();
        assertThat(command.err()).isEqualTo("recording for 1 s; Enter or Ctrl-C ends it");
        // at least a second; the maximum depends on the load of the machine
        assertThat(command.out()).containsPattern("recorded +[1-9]\\d*\\.\\d+ s; .*1 class woven;");
        assertThat(command.bytes("TargetProbe.Work.arrays"))
            .as(command.out())
            .isGreaterThan(command.total() / 100 * 90);
        assertRowsAddUp(command);
      }
    }

    @Test
    void exceptionsAndDeepCallsAreRecorded() throws Exception {
      Command command = recorded("throw", "rows=50");

      assertThat(command.row("lang.IllegalStateException +TargetProbe.Work.fail"))
          .as(command.out())
          .contains("100");
      assertThat(command.row("int\\[\\] +TargetProbe.Work.deep"))
          .contains("5,656 B", "101", "int[]");
      assertRowsAddUp(command);
    }

    @Test
    void allocationAfterAStackOverflowIsRecorded() throws Exception {
      Command command = recording(target);
      assertThat(target.ask("overflow")).isEqualTo("overflow");
      target.ask("work 1 100");
      command.ended();

      assertThat(command.row("TargetProbe.Work.arrays")).contains("101,600 B", "100");
      assertThat(target.errors()).isEmpty();
      assertRowsAddUp(command);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void noteNamesVirtualThreads() throws Exception {
      Command command = recorded("virtual");

      assertThat(command.row("TargetProbe.Work.arrays")).isEmpty();
      assertThat(command.out())
          .containsPattern("missing +threads that are virtual .* ran chosen code");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseZGC", "-Xint"})
    void otherJvmOptionsAreSupported(String option) throws Exception {
      try (Target other = Target.start(ALLOW, option)) {
        Command command = recorded(other, "work 3 1000");

        assertThat(command.row("TargetProbe.Work.arrays"))
            .as(command.out())
            .contains("3,048,000 B", "3,000");
        // under ZGC, the JVM at times creates string constants on a thread: see "Limits" in the
        // guide
        String boxes = option.equals("-XX:+UseZGC") ? "3,00[0-3]" : "3,000";
        assertThat(command.row("TargetProbe.Work.boxes"))
            .as(command.out())
            .anyMatch(one -> one.matches(boxes));
        assertRowsAddUp(command);
      }
    }

    @Test
    void classesLoadedMeanwhileAreRecorded() throws Exception {
      try (Target fresh = Target.start(ALLOW)) {
        Command command = recorded(fresh, "late", "include=dev.tare.internal.attach.*");

        assertThat(command.row("long\\[\\] +TargetProbe.Late.work"))
            .as(command.out())
            .contains("816 B", "1", "long[]");
        // the bytes for loading the class, but not those for weaving it
        assertThat(command.bytes("in .*Late.work\\(\\) +TargetProbe.answer")).isBetween(1L, 8_000L);
        assertRowsAddUp(command);
      }
    }

    @Test
    void recordingAndSeriesAreAlsoInFiles() throws Exception {
      Path output = folder.resolve("recording.txt");
      Path series = folder.resolve("series.csv");
      Command command = recorded("work 3 1000", "rows=1", "output=" + output, "series=" + series);

      assertThat(command.row("TargetProbe.Work.arrays")).contains("3,048,000 B", "3,000");
      assertThat(command.out()).containsPattern("\\d more\n +recorded");
      assertRowsAddUp(command);
      assertThat(command.out()).endsWith("\n  series      " + series + "\n  file        " + output);
      assertThat(output).content().startsWith("Process ").contains("TargetProbe.Work.arrays");
      assertThat(series)
          .content()
          .startsWith("seconds,thread,name,bytes\n")
          .containsPattern("\n\\d+\\.\\d{3},\\d+,\"main\",\\d+\n");
    }

    @Test
    void otherJdkIsRecorded() throws Exception {
      Optional<Path> other = otherJdk();
      assumeTrue(other.isPresent(), "one JDK only");
      try (Target foreign = Target.start(other.get(), ALLOW)) {
        Command command = recorded(foreign, "work 2 1000");

        assertThat(command.row("TargetProbe.Work.arrays")).contains("2,032,000 B", "2,000");
        assertRowsAddUp(command);
      }
    }
  }

  @Nested
  class CountedCalls {

    @Test
    void callsOfAllThreadsAreCounted() throws Exception {
      Command command = recording(target, CALLS);
      target.ask("work 4 1000");
      target.ask("short 3");
      command.ended();

      assertThat(command.row("TargetProbe.Work.arrays\\(\\)"))
          .contains("4,003", "TargetProbe.Work.arrays()")
          .last()
          .asString()
          .matches("TargetProbe\\.java:\\d+");
      assertThat(command.row("TargetProbe.Work.all\\(\\)")).contains("4");
      assertThat(command.row("TargetProbe.Work.times\\(\\)")).contains("4,000");
      assertThat(command.out())
          .startsWith(
              "Process %s made 12,007 calls of the chosen methods, which took "
                  .formatted(target.pid()))
          .doesNotContain("missing");
    }

    @Test
    void waitingIsTimeOfTheMethodThatWaits() throws Exception {
      Command command =
          recorded(
              "work 1 200000", CALLS, "include=dev.tare.internal.attach.TargetProbe*", "rows=50");

      // on() waits while another thread works, so its own time is no less than the worker's
      assertThat(command.nanos("TargetProbe.on\\(\\)"))
          .as(command.out())
          .isGreaterThan(command.nanos("TargetProbe.Work.all\\(\\)"))
          .isGreaterThan(command.nanos("TargetProbe.Work.arrays\\(\\)"));
    }

    @Test
    void recursiveThrowingAndOverflowingCallsAreCounted() throws Exception {
      Command command = recording(target, CALLS);
      assertThat(target.ask("overflow")).isEqualTo("overflow");
      target.ask("throw");
      command.ended();

      assertThat(command.row("TargetProbe.Work.fail\\(\\)")).contains("100");
      assertThat(command.row("TargetProbe.Work.deep\\(\\)")).contains("101");
      assertThat(target.errors()).isEmpty();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void callsOfVirtualThreadsAreCounted() throws Exception {
      Command command = recorded("virtual", CALLS);

      assertThat(command.row("TargetProbe.Work.arrays\\(\\)")).contains("10");
      assertThat(command.nanos("TargetProbe.Work.all\\(\\)")).isPositive();
      assertThat(command.out()).doesNotContain("missing");
    }

    @Test
    void recordingWithoutACallHasNoTable() throws Exception {
      assertThat(recorded("threads", CALLS).out())
          .startsWith("Process %s made 0 calls of the chosen methods".formatted(target.pid()))
          .doesNotContain("own time");
    }

    @Test
    void allocationIsRecordedAfterCalls() throws Exception {
      recorded("work 1 10", CALLS);
      Command command = recorded("work 1 10");

      assertThat(command.row("TargetProbe.Work.arrays")).contains("10,160 B", "10");
      assertRowsAddUp(command);
    }
  }

  @Nested
  class Histograms {

    @Test
    void liveObjectsAreCountedTwice() throws Exception {
      Command command =
          Command.run(jar, target.pid(), "--histogram", "seconds=3600", "rows=1000").recording();
      target.ask("keep 1000");
      command.ended();

      assertThat(command.row("TargetProbe.Kept"))
          .as(command.out())
          .containsExactly(
              "+16,000 B",
              "+1,000",
              "0",
              "0 B",
              "1,000",
              "16,000 B",
              "dev.tare.internal.attach.TargetProbe$Kept");
      assertThat(command.row(" byte\\[\\]")).hasSize(7);
    }

    @Test
    void furtherClassesAreSummed() throws Exception {
      Command command = Command.run(jar, target.pid(), "--histogram", "seconds=1", "rows=2");

      assertThat(command.exit()).as(command.err()).isZero();
      assertThat(command.out())
          .startsWith("Process " + target.pid() + " has live objects of ")
          .containsPattern("\\d more\n +recorded +\\d+\\.\\d s; Java ");
      assertThat(command.out().lines()).hasSize(6);
    }
  }

  @Nested
  class AfterRecording {

    @Test
    void nothingRunsOrGrowsAfterwards() throws Exception {
      try (Target fresh = Target.start(ALLOW)) {
        assertRecords(fresh, 2);
        String threads = fresh.askUntilGone("threads", "tare");
        int loaded = Integer.parseInt(fresh.ask("loaded"));
        assertRecords(fresh, 3);

        assertThat(fresh.askUntilGone("threads", "tare")).isEqualTo(threads).doesNotContain("tare");
        // the agent has more than a hundred classes, which are unloaded with their loader
        assertThat(fresh.askUntilFewer("loaded", loaded + 50)).isLessThan(loaded + 50);
        assertThat(fresh.ask("types")).isEqualTo("recorder");
        assertThat(fresh.errors()).isEmpty();
        assertThat(fresh.end()).isZero();
      }
    }

    private void assertRecords(Target fresh, int times) throws Exception {
      for (int i = 0; i < times; i++) {
        assertThat(recorded(fresh, "work 1 10").row("TargetProbe.Work.arrays"))
            .contains("10,160 B", "10");
      }
    }

    @Test
    void nothingIsLeftIfTheCommandIsKilled() throws Exception {
      Path temporary = Files.createDirectory(folder.resolve("killed"));
      try (Target fresh = Target.start(ALLOW)) {
        Process command = inProcess(fresh, temporary);
        command.destroyForcibly().waitFor();

        fresh.askUntilGone("threads", "tare");
        assertThat(temporary).isEmptyDirectory();
        assertRecords(fresh, 1);
        assertThat(fresh.errors()).isEmpty();
      }
    }

    @Test
    void recordingIsPrintedIfTheCommandIsInterrupted() throws Exception {
      Path temporary = Files.createDirectory(folder.resolve("interrupted"));
      Process command = inProcess(target, temporary);
      command.toHandle().destroy(); // leaves the output open

      assertThat(command.inputReader(UTF_8).readLine())
          .startsWith("Process %s allocated ".formatted(target.pid()));
      command.waitFor();
      assertThat(temporary).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"series=series.csv, series", "seconds=1, output"})
    void folderWithACommaIsRefused(String option, String refused) throws Exception {
      Path comma = Files.createDirectory(folder.resolve(refused + "s, 1"));
      Process command = process(target, comma, option);

      assertThat(command.errorReader(UTF_8).readLine())
          .startsWith("'%s=%s/".formatted(refused, comma))
          .contains("': a comma ends an option; ");
      assertThat(command.waitFor()).isEqualTo(2);
    }

    private Process inProcess(Target recorded, Path temporary) throws IOException {
      Process command = process(recorded, temporary, "seconds=600");
      assertThat(command.errorReader(UTF_8).readLine()).startsWith("recording for 600 s");
      assertThat(temporary).isNotEmptyDirectory();
      return command;
    }

    /** Starts the command with a folder as its working directory and for its temporary files. */
    private static Process process(Target recorded, Path folder, String option) throws IOException {
      return new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Djava.io.tmpdir=" + folder,
              "-jar",
              jar.toString(),
              recorded.pid(),
              WORK,
              option)
          .directory(folder.toFile())
          .start();
    }
  }

  @Nested
  class Refusals {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "999999999 | include=a.* | 3 | there is no process 999999999; jps lists the JVMs of this user",
          "shop | include=a.* | 2 | 'shop' is no process id; jps lists the JVMs of this user",
          "OWN | include=a.* | 4 | process OWN does not accept agents: it is no JVM, or has -XX:+DisableAttachMechanism (Can not attach to current VM)",
          "PID | --verbose | 2 | unknown option '--verbose'; use include, mode, seconds, rows, output or series, for example include=com.acme.*",
          "PID | include=com.nowhere.*:org.nowhere.* | 5 | process PID: no loaded class matches include=com.nowhere.*:org.nowhere.*; give names with *, for example include=com.acme.*"
        })
    void commandSaysInOneLineWhatItCannotRecord(
        String process, String options, int exit, String message) throws Exception {
      Command command = Command.run(jar, ids(process), options);

      assertThat(command.exit()).isEqualTo(exit);
      assertThat(command.err()).isEqualTo(ids(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"output", "series"})
    void fileThatCannotBeWrittenIsRefusedAtOnce(String option) throws Exception {
      String file = option + "=" + folder.resolve("nowhere").resolve("file");
      Command command = Command.run(jar, target.pid(), "--histogram", "seconds=3600", file);

      assertThat(command.exit()).isEqualTo(2);
      assertThat(command.err()).contains("'" + file + "' cannot be written: ").hasLineCount(1);
    }

    private String ids(String text) {
      return text.replace("PID", target.pid())
          .replace("OWN", Long.toString(ProcessHandle.current().pid()));
    }

    @Test
    void jvmOfAnotherUserIsRefused() throws Exception {
      assumeTrue("root".equals(System.getProperty("user.name")), "only root attaches to others");
      assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv");
      try (Target foreign = Target.ofAnotherUser(ALLOW)) {
        Command command = Command.run(jar, foreign.pid(), WORK);

        assertThat(command.exit()).isEqualTo(4);
        assertThat(command.err())
            .startsWith("process " + foreign.pid() + " belongs to the user ")
            .endsWith("; run the command as that user");
      }
    }

    @Test
    void jvmThatForbidsAttachingIsRefused() throws Exception {
      try (Target closed = Target.start("-XX:+DisableAttachMechanism")) {
        Command command = Command.run(jar, closed.pid(), WORK);

        assertThat(command.exit()).isEqualTo(4);
        assertThat(command.err())
            .startsWith("process " + closed.pid() + " does not accept agents: ")
            .contains("-XX:+DisableAttachMechanism");
        assertThat(closed.ask("work 1 1")).isEqualTo("done");
      }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21) // earlier JVMs load an agent regardless
    void jvmThatForbidsAgentsIsRefused() throws Exception {
      try (Target closed = Target.start("-XX:-EnableDynamicAgentLoading")) {
        Command command = Command.run(jar, closed.pid(), WORK);

        assertThat(command.exit()).isEqualTo(4);
        assertThat(command.err())
            .startsWith("process " + closed.pid() + " does not load the agent: ")
            .contains("-XX:+EnableDynamicAgentLoading");
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mode=allocations", CALLS})
    void concurrentRecordingIsRefused(String mode) throws Exception {
      Command first = recording(target, mode);
      Command second = Command.run(jar, target.pid(), WORK);

      assertThat(second.exit()).isEqualTo(7);
      assertThat(second.err())
          .isEqualTo(
              "process %s: another recording is under way in this process; wait for its end"
                  .formatted(target.pid()));
      target.ask("work 1 10");
      assertThat(first.ended().row("TargetProbe.Work.arrays")).contains("10");
    }

    @Test
    void endedJvmIsReported() throws Exception {
      try (Target killed = Target.start(ALLOW)) {
        Command command = recording(killed);
        killed.kill();

        assertThat(command.exit()).isEqualTo(6);
        assertThat(command.err())
            .contains("process " + killed.pid() + " ended before the recording did");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", ""})
  void helpShowsTheUsage(String argument) throws Exception {
    Command command = argument.isEmpty() ? Command.run(jar) : Command.run(jar, argument);

    assertThat(command.exit()).isZero();
    assertThat(command.out()).contains("include=", "seconds=", "rows=", "jps");
  }

  /** Returns a JDK of the other tested version, 17 or 25, beside this one. */
  private static Optional<Path> otherJdk() throws IOException {
    Path own = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<Path> beside = Files.list(own.getParent())) {
      int wanted = Runtime.version().feature() == 17 ? 25 : 17;
      return beside
          .filter(home -> Files.isExecutable(home.resolve("bin/java")))
          .filter(home -> release(home).contains("JAVA_VERSION=\"" + wanted + "."))
          .findFirst();
    }
  }

  private static String release(Path home) {
    try {
      return Files.readString(home.resolve("release"));
    } catch (IOException e) {
      return "";
    }
  }
}
