package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.unit.Elapsed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Other tests start children of this JVM, too. */
@Isolated
class ForkedJvmTests {

  /** Begins as what a JVM knows of itself. */
  private static final String UPLOADS = "file.upload.dir";

  private static final String PRETENDED = "Plan 9";

  private static final String FOREVER =
      "[engine:junit-jupiter]/[class:" + ForeverTestCases.class.getName() + "]/[method:forever()]";

  static class ForeverTestCases {
    @Test
    void forever() throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  @Test
  void stopsWhatTakesTooLong() {
    List<Long> before = children();
    List<ForkPhase> waiting = new ArrayList<>();

    assertThatThrownBy(
            () ->
                ForkedJvm.run(
                    new ForkedTest(FOREVER, Map.of()), Elapsed.parse("1 s"), waiting::add))
        .isInstanceOf(ForkFailedException.class)
        .hasMessage("a fresh JVM did not end within 1 s");
    assertThat(before).containsAll(children());
    assertThat(waiting).isNotEmpty().containsOnly(ForkPhase.STARTING);
  }

  private static List<Long> children() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .toList();
  }

  @Test
  void saysThatNothingWasFound() {
    assertThatThrownBy(
            () ->
                ForkedJvm.run(
                    new ForkedTest("[engine:nobody]", Map.of()),
                    Elapsed.parse("1800 s"),
                    phase -> {}))
        .isInstanceOf(ForkFailedException.class)
        .hasMessageContaining("measured nothing");
  }

  static class TellingTestCases {
    @Test
    void tells() {
      throw new IllegalStateException(
          "%s, %s, %s"
              .formatted(
                  System.getProperty(UPLOADS),
                  System.getProperty("java.io.tmpdir"),
                  PRETENDED.equals(System.getProperty("os.name"))));
    }
  }

  @Test
  void hasThePropertiesOfTheSuiteAndKnowsItselfBetter() {
    Map<String, String> before =
        Map.of(
            "os.name", System.getProperty("os.name", ""),
            "java.io.tmpdir", System.getProperty("java.io.tmpdir", ""));
    System.setProperty(UPLOADS, "up");
    System.setProperty("os.name", PRETENDED);
    System.setProperty("java.io.tmpdir", before.get("java.io.tmpdir") + "/./");
    try {
      assertThatThrownBy(() -> run(TellingTestCases.class, "tells"))
          .isInstanceOf(ForkFailedException.class)
          .hasMessageEndingWith(": up, %s/./, false".formatted(before.get("java.io.tmpdir")));
    } finally {
      System.clearProperty(UPLOADS);
      before.forEach(System::setProperty);
    }
  }

  private static void run(Class<?> type, String method) throws Exception {
    String id = "[engine:junit-jupiter]/[class:%s]/[method:%s()]";
    ForkedJvm.run(
        new ForkedTest(id.formatted(type.getName(), method), Map.of()),
        Elapsed.parse("1800 s"),
        phase -> {});
  }

  @Test
  void endsWithItsParent(@TempDir Path folder) throws Exception {
    Path request = folder.resolve("request");
    ForkRequest.write(new ForkedTest(FOREVER, Map.of()), request, folder.resolve("reply"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ForkMain.class.getName(),
                request.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    try {
      // what a dead parent leaves behind
      process.getOutputStream().close();

      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isEqualTo(3);
    } finally {
      process.destroyForcibly();
    }
  }
}
