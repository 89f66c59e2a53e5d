package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import org.junit.jupiter.params.provider.ValueSource;

@WeavesOrWalks
class AttachTests {

  private static final String WORK = "include=dev.tare.internal.attach.TargetProbe$Work";
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

  @Nested
  class RecordedAllocation {

    @Test
    void everyThreadIsRecordedToTheByte() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK).recording();
      target.ask("work 4 1000");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays"))
          .contains("4,064,000 B", "4,000", "byte[]")
          .last()
          .asString()
          .matches("TargetProbe\\.Work\\.arrays\\(TargetProbe\\.java:\\d+\\)");
      assertThat(command.row("TargetProbe.Work.boxes"))
          .contains("64,000 B", "4,000", "java.lang.Integer (boxing)");
      assertThat(command.sum()).isEqualTo(command.total()).isGreaterThan(4_128_000);
    }

    @Test
    void bytesAreListedByThread() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "rows=50").recording();
      target.ask("stay 2 1000");
      target.ask("work 1 100");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      // the work, and the bytes for starting and recording the thread
      assertThat(command.bytes("server-0$")).isBetween(1_032_000L, 1_100_000L);
      assertThat(command.bytes("server-1$")).isBetween(1_032_000L, 1_100_000L);
      assertThat(command.row("the recording itself \\(tare-agent\\)")).isNotEmpty();
      assertThat(command.threadSum()).isEqualTo(command.total());
    }

    /** What threads allocate before and after the recording, faster than in it, does not count. */
    @Test
    void busyThreadsAllocateAtTheirLine() throws Exception {
      try (Target busy = Target.start(ALLOW)) {
        busy.ask("spin 50");
        Command command = Command.run(jar, busy.pid(), WORK, "seconds=1");

        assertThat(command.exit()).as(command.err()).isZero();
        assertThat(command.bytes("TargetProbe.Work.arrays"))
            .as(command.out())
            .isGreaterThan(command.total() / 100 * 90);
        assertThat(command.sum()).isEqualTo(command.total());
        assertThat(command.threadSum()).isEqualTo(command.total());
        assertThat(command.row("threads that ended")).isEmpty();
      }
    }

    @Test
    void threadsBeyondTheRowsAreSummed() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "rows=1").recording();
      target.ask("stay 2 1000");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.out()).containsPattern("\\d more\n +recorded");
      assertThat(command.threadSum()).isEqualTo(command.total());
    }

    @Test
    void exceptionsAndDeepCallsAreRecorded() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "rows=50").recording();
      target.ask("throw");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("lang.IllegalStateException +TargetProbe.Work.fail"))
          .as(command.out())
          .contains("100");
      assertThat(command.row("int\\[\\] +TargetProbe.Work.deep"))
          .contains("5,656 B", "101", "int[]");
      assertThat(command.sum()).isEqualTo(command.total());
    }

    @Test
    void allocationAfterAStackOverflowIsRecorded() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK).recording();
      assertThat(target.ask("overflow")).isEqualTo("overflow");
      target.ask("work 1 100");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).contains("101,600 B", "100");
      assertThat(command.sum()).isEqualTo(command.total());
      assertThat(target.errors()).isEmpty();
    }

    @Test
    void slotsOfEndedThreadsAreReused() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK).recording();
      target.ask("short 2500"); // there are 2,048 slots

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).contains("2,540,000 B", "2,500");
      assertThat(command.out()).doesNotContain("missing");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void noteNamesVirtualThreads() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK).recording();
      assertThat(target.ask("virtual")).isEqualTo("done");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).isEmpty();
      assertThat(command.out()).containsPattern("missing +virtual threads, .* passed \\d+ times");
      assertThat(command.sum()).isEqualTo(command.total());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseZGC", "-Xint"})
    void otherJvmOptionsAreSupported(String option) throws Exception {
      try (Target other = Target.start(ALLOW, option)) {
        Command command = Command.run(jar, other.pid(), WORK).recording();
        other.ask("work 3 1000");

        assertThat(command.enter().exit()).as(command.err()).isZero();
        assertThat(command.row("TargetProbe.Work.arrays"))
            .as(command.out())
            .contains("3,048,000 B", "3,000");
        // under ZGC, the JVM at times creates string constants on a thread: see "Limits" in the
        // guide
        String boxes = option.equals("-XX:+UseZGC") ? "3,00[0-3]" : "3,000";
        assertThat(command.row("TargetProbe.Work.boxes"))
            .as(command.out())
            .anyMatch(one -> one.matches(boxes));
        assertThat(command.sum()).isEqualTo(command.total());
      }
    }

    @Test
    void classesLoadedMeanwhileAreRecorded() throws Exception {
      try (Target fresh = Target.start(ALLOW)) {
        Command command =
            Command.run(jar, fresh.pid(), "include=dev.tare.internal.attach.*").recording();
        fresh.ask("late");

        assertThat(command.enter().exit()).as(command.err()).isZero();
        assertThat(command.row("long\\[\\] +TargetProbe.Late.work"))
            .as(command.out())
            .contains("816 B", "1", "long[]");
        // the bytes for loading the class, but not those for weaving it
        assertThat(command.bytes("in .*Late.work\\(\\) +TargetProbe.answer")).isBetween(1L, 8_000L);
        assertThat(command.sum()).isEqualTo(command.total());
      }
    }

    @Test
    void includedClassesThatAreNotExcludedAreRecorded() throws Exception {
      Command command =
          Command.run(
                  jar,
                  target.pid(),
                  "--include=dev.tare.internal.attach.*",
                  "--exclude=*TargetProbe$Work")
              .recording();
      target.ask("work 1 100");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).isEmpty();
      assertThat(command.row("TargetProbe.Work.all\\(\\)|Work.all")).contains("103,200 B");
    }

    @Test
    void includedMethodsAreRecorded() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK + ".arr*").recording();
      target.ask("work 1 100");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).contains("101,600 B", "100");
      assertThat(command.row("TargetProbe.Work.boxes")).isEmpty();
      assertThat(command.bytes("outside of the chosen code")).isGreaterThanOrEqualTo(1_600);
      assertThat(command.sum()).isEqualTo(command.total());
    }

    @Test
    void excludedMethodsAreNotRecorded() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "exclude=*.boxes").recording();
      target.ask("work 1 100");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).contains("101,600 B", "100");
      assertThat(command.row("in .*Work.boxes\\(\\) +TargetProbe.Work.all")).contains("1,600 B");
      assertThat(command.sum()).isEqualTo(command.total());
    }

    @Test
    void recordingLastsAsLongAsConfigured() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "seconds=1");

      assertThat(command.exit()).as(command.err()).isZero();
      assertThat(command.err()).isEqualTo("recording for 1 s; Enter or Ctrl-C ends it");
      // at least a second; the maximum depends on the load of the machine
      assertThat(command.out())
          .containsPattern(
              "recorded +[1-9]\\d*\\.\\d+ s; [\\d.]+ \\w+/s; all threads; 1 class woven;");
    }

    @Test
    void recordingIsAlsoInTheFile() throws Exception {
      Path output = folder.resolve("recording.txt");
      Command command = Command.run(jar, target.pid(), WORK, "output=" + output).recording();
      target.ask("work 1 10");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.out()).endsWith("\n  file        " + output);
      assertThat(output).content().startsWith("Process ").contains("TargetProbe.Work.arrays");
    }

    @Test
    void bytesOfThreadsOverTimeAreInTheSeries() throws Exception {
      Path series = folder.resolve("series.csv");
      Command command = Command.run(jar, target.pid(), WORK, "series=" + series).recording();
      target.ask("work 1 10");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).contains("10,160 B", "10");
      assertThat(command.out()).endsWith("\n  series      " + series);
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
        Command command = Command.run(jar, foreign.pid(), WORK).recording();
        foreign.ask("work 2 1000");

        assertThat(command.enter().exit()).as(command.err()).isZero();
        assertThat(command.row("TargetProbe.Work.arrays")).contains("2,032,000 B", "2,000");
        assertThat(command.sum()).isEqualTo(command.total());
      }
    }
  }

  @Nested
  class CountedCalls {

    @Test
    void callsOfAllThreadsAreCounted() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "mode=calls").recording();
      target.ask("work 4 1000");
      target.ask("short 3");

      assertThat(command.enter().exit()).as(command.err()).isZero();
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
          Command.run(
                  jar,
                  target.pid(),
                  WORK + ":dev.tare.internal.attach.TargetProbe.on",
                  "mode=calls")
              .recording();
      target.ask("work 1 200000");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      // on() waits while another thread works, so its own time is no less than the worker's
      assertThat(command.nanos("TargetProbe.on\\(\\)"))
          .as(command.out())
          .isGreaterThan(command.nanos("TargetProbe.Work.all\\(\\)"))
          .isGreaterThan(command.nanos("TargetProbe.Work.arrays\\(\\)"));
    }

    @Test
    void recursiveThrowingAndOverflowingCallsAreCounted() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "mode=calls").recording();
      assertThat(target.ask("overflow")).isEqualTo("overflow");
      target.ask("throw");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.fail\\(\\)")).contains("100");
      assertThat(command.row("TargetProbe.Work.deep\\(\\)")).contains("101");
      assertThat(target.errors()).isEmpty();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void callsOfVirtualThreadsAreCounted() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "mode=calls").recording();
      assertThat(target.ask("virtual")).isEqualTo("done");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays\\(\\)")).contains("10");
      assertThat(command.nanos("TargetProbe.Work.all\\(\\)")).isPositive();
      assertThat(command.out()).doesNotContain("missing");
    }

    @Test
    void callsOfChosenMethodsAreCounted() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK + ".arr*", "mode=calls").recording();
      target.ask("work 1 100");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays\\(\\)")).contains("100");
      assertThat(command.out()).doesNotContain("Work.boxes", "Work.all");
    }

    @Test
    void recordingWithoutACallHasNoTable() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "mode=calls", "seconds=1");

      assertThat(command.exit()).as(command.err()).isZero();
      assertThat(command.out())
          .startsWith("Process %s made 0 calls of the chosen methods".formatted(target.pid()))
          .doesNotContain("own time");
    }

    @Test
    void unknownModeIsRefused() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK, "mode=time");

      assertThat(command.exit()).isEqualTo(2);
      assertThat(command.err())
          .isEqualTo(
              "'mode=time': unknown mode 'time'; use allocations, calls or histogram, for example mode=calls");
    }

    @Test
    void callsAndAllocationsAreNotRecordedAtATime() throws Exception {
      Command first = Command.run(jar, target.pid(), WORK, "mode=calls").recording();
      Command second = Command.run(jar, target.pid(), WORK);

      assertThat(second.exit()).isEqualTo(7);
      target.ask("work 1 10");
      assertThat(first.enter().exit()).as(first.err()).isZero();
      assertThat(first.row("TargetProbe.Work.arrays\\(\\)")).contains("10");
    }

    @Test
    void allocationIsRecordedAfterCalls() throws Exception {
      Command calls = Command.run(jar, target.pid(), WORK, "mode=calls").recording();
      assertThat(calls.enter().exit()).as(calls.err()).isZero();
      Command command = Command.run(jar, target.pid(), WORK).recording();
      target.ask("work 1 10");

      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).contains("10,160 B", "10");
      assertThat(command.sum()).isEqualTo(command.total());
    }
  }

  @Nested
  class Histograms {

    @Test
    void liveObjectsAreCountedTwice() throws Exception {
      Command command =
          Command.run(jar, target.pid(), "--histogram", "seconds=3600", "rows=1000").recording();
      target.ask("keep 1000");

      assertThat(command.enter().exit()).as(command.err()).isZero();
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
        recorded(fresh);
        recorded(fresh);
        String threads = fresh.askUntilGone("threads", "tare");
        int loaded = Integer.parseInt(fresh.ask("loaded"));
        for (int i = 0; i < 3; i++) {
          recorded(fresh);
        }

        assertThat(fresh.askUntilGone("threads", "tare")).isEqualTo(threads).doesNotContain("tare");
        // the agent has more than a hundred classes, which are unloaded with their loader
        assertThat(fresh.askUntilFewer("loaded", loaded + 50)).isLessThan(loaded + 50);
        assertThat(fresh.ask("types")).isEqualTo("recorder");
        assertThat(fresh.errors()).isEmpty();
        assertThat(fresh.end()).isZero();
      }
    }

    @Test
    void nothingIsLeftIfTheCommandEnds() throws Exception {
      Path temporary = Files.createDirectory(folder.resolve("temporary"));
      try (Target fresh = Target.start(ALLOW)) {
        Process command =
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djava.io.tmpdir=" + temporary,
                    "-jar",
                    jar.toString(),
                    fresh.pid(),
                    WORK,
                    "seconds=600")
                .start();
        assertThat(command.errorReader(UTF_8).readLine()).startsWith("recording for 600 s");
        assertThat(temporary).isNotEmptyDirectory();
        command.destroyForcibly().waitFor();

        fresh.askUntilGone("threads", "tare");
        assertThat(temporary).isEmptyDirectory();
        recorded(fresh);
        assertThat(fresh.errors()).isEmpty();
      }
    }

    @Test
    void nothingIsLeftInTheTemporaryFolder() throws Exception {
      Path temporary = Files.createDirectory(folder.resolve("own"));
      try (Target fresh = Target.start(ALLOW, "-Djava.io.tmpdir=" + temporary)) {
        RequestFolder request = new RequestFolder(temporary, ProcessHandle.current().pid());
        Path copy = Files.copy(jar, temporary.resolve("tare-agent.jar"));
        assertThat(request.readable(jar)).isEqualTo(copy);
        AttachableJvms.load(
            Long.parseLong(fresh.pid()),
            copy,
            WORK + ",command=" + request.command() + ",output=" + request.recording());
        request.end();
        fresh.askUntilGone("threads", "tare");

        assertThat(request.recording()).isNotEmptyFile();
        assertThat(copy).doesNotExist();
      }
    }

    private void recorded(Target fresh) throws Exception {
      Command command = Command.run(jar, fresh.pid(), WORK).recording();
      fresh.ask("work 1 10");
      assertThat(command.enter().exit()).as(command.err()).isZero();
      assertThat(command.row("TargetProbe.Work.arrays")).contains("10,160 B", "10");
    }
  }

  @Nested
  class Refusals {

    @Test
    void unknownProcessIsRefused() throws Exception {
      Command command = Command.run(jar, "999999999", WORK);

      assertThat(command.exit()).isEqualTo(3);
      assertThat(command.err())
          .isEqualTo("there is no process 999999999; without arguments the JVMs are listed");
    }

    @Test
    void ownProcessIsRefused() throws Exception {
      String own = Long.toString(ProcessHandle.current().pid());
      Command command = Command.run(jar, own, WORK);

      assertThat(command.exit()).isEqualTo(4);
      assertThat(command.err())
          .isEqualTo("process " + own + " is this command itself; give another process id");
    }

    @Test
    void malformedProcessIdIsRefused() throws Exception {
      Command command = Command.run(jar, "shop", WORK);

      assertThat(command.exit()).isEqualTo(2);
      assertThat(command.err())
          .isEqualTo("'shop' is no process id; without arguments the JVMs are listed");
    }

    @Test
    void unknownOptionsAreRefused() throws Exception {
      Command command = Command.run(jar, target.pid(), "--verbose");

      assertThat(command.exit()).isEqualTo(2);
      assertThat(command.err()).startsWith("unknown option '--verbose'; use include,");
    }

    @Test
    void patternWithoutAClassIsRefused() throws Exception {
      Command command = Command.run(jar, target.pid(), "include=com.nowhere.*:org.nowhere.*");

      assertThat(command.exit()).isEqualTo(5);
      assertThat(command.err())
          .isEqualTo(
              "process %s: no loaded class or method matches include=com.nowhere.*:org.nowhere.*; give names with *, for example include=com.acme.* or include=com.acme.Cache.get*"
                  .formatted(target.pid()));
    }

    @Test
    void classesOfTheJdkAreRefused() throws Exception {
      Command command = Command.run(jar, target.pid(), "include=java.util.*");

      assertThat(command.exit()).isEqualTo(2);
      assertThat(command.err())
          .startsWith("'include=java.util.*': 'java.util.*' selects classes of the JDK, which ");
    }

    @Test
    void methodPatternWithoutAMethodIsRefused() throws Exception {
      Command command = Command.run(jar, target.pid(), WORK + ".gets*");

      assertThat(command.exit()).isEqualTo(5);
      assertThat(command.err())
          .isEqualTo(
              "process %s: no loaded class or method matches %s.gets*; give names with *, for example include=com.acme.* or include=com.acme.Cache.get*"
                  .formatted(target.pid(), WORK));
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
            .endsWith(
                "; start it with -XX:+EnableDynamicAgentLoading, or with -javaagent: and this jar");
      }
    }

    @Test
    void remedyFollowsTheJvmsSentenceWithoutItsFullStop() {
      Exception refused =
          new IOException("Use -XX:+EnableDynamicAgentLoading to launch target VM.");

      assertThat(AttachableJvms.notLoaded(4711, refused))
          .hasMessageContaining("to launch target VM; start it with -XX:+Enable");
    }

    @Test
    void olderJavaIsRefused() {
      assertThatThrownBy(() -> AttachableJvms.requireJava(4711, "11"))
          .hasMessage("process 4711 runs Java 11; the agent needs 17 or newer");
      assertThatThrownBy(() -> AttachableJvms.requireJava(4711, "1.8"))
          .hasMessage("process 4711 runs Java 1.8; the agent needs 17 or newer");
    }

    @Test
    void concurrentRecordingIsRefused() throws Exception {
      Command first = Command.run(jar, target.pid(), WORK).recording();
      Command second = Command.run(jar, target.pid(), WORK);

      assertThat(second.exit()).isEqualTo(7);
      assertThat(second.err())
          .isEqualTo(
              "process %s: another recording is under way in this process; wait for its end"
                  .formatted(target.pid()));
      target.ask("work 1 10");
      assertThat(first.enter().exit()).as(first.err()).isZero();
      assertThat(first.row("TargetProbe.Work.arrays")).contains("10,160 B", "10");
    }

    @Test
    void endedJvmIsReported() throws Exception {
      try (Target killed = Target.start(ALLOW)) {
        Command command = Command.run(jar, killed.pid(), WORK).recording();
        killed.kill();

        assertThat(command.exit()).isEqualTo(6);
        assertThat(command.err())
            .contains("process " + killed.pid() + " ended before the recording did");
      }
    }
  }

  @Test
  void commandListsTheJvmsOfThisUser() throws Exception {
    Command command = Command.run(jar);

    assertThat(command.exit()).as(command.err()).isZero();
    assertThat(command.out().lines().map(String::strip))
        .contains(target.pid() + "  " + TargetProbe.class.getName())
        .noneMatch(line -> line.startsWith(ProcessHandle.current().pid() + " "));
  }

  @Test
  void helpShowsTheUsage() throws Exception {
    Command command = Command.run(jar, "--help");

    assertThat(command.exit()).isZero();
    assertThat(command.out()).contains("include=", "exclude=", "seconds=", "rows=");
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
