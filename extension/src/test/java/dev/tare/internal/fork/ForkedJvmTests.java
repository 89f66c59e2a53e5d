package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.unit.Elapsed;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Isolated, since other tests start child JVMs, too. */
@Isolated
class ForkedJvmTests {

  /** A property that users set, with a prefix that properties of the JVM have, too. */
  private static final String USER_PROPERTY = "file.upload.dir";

  private static final String FAKE_OS = "Plan 9";

  private static final String ENDLESS_TEST =
      "[engine:junit-jupiter]/[class:" + ForeverTestCases.class.getName() + "]/[method:forever()]";

  static class ForeverTestCases {
    @Test
    void forever() throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  @Test
  void jvmBeyondItsTimeIsStopped() {
    List<Long> before = childProcessIds();
    List<ForkPhase> phases = new ArrayList<>();

    assertThatThrownBy(
            () ->
                ForkedJvm.run(
                    new ForkedTest(ENDLESS_TEST, Map.of()), Elapsed.parse("1 s"), phases::add))
        .isInstanceOf(ForkFailedException.class)
        .hasMessage("a fresh JVM did not end within 1 s");
    assertThat(before).containsAll(childProcessIds());
    assertThat(phases).isNotEmpty().containsOnly(ForkPhase.STARTING);
  }

  private static List<Long> childProcessIds() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .toList();
  }

  @Test
  void missingTestIsReported() {
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
                  System.getProperty(USER_PROPERTY),
                  System.getProperty("java.io.tmpdir"),
                  FAKE_OS.equals(System.getProperty("os.name"))));
    }
  }

  @Test
  void freshJvmHasThePropertiesOfTheSuiteAndItsOwn() {
    Map<String, String> before =
        Map.of(
            "os.name", System.getProperty("os.name", ""),
            "java.io.tmpdir", System.getProperty("java.io.tmpdir", ""));
    System.setProperty(USER_PROPERTY, "up");
    System.setProperty("os.name", FAKE_OS);
    System.setProperty("java.io.tmpdir", before.get("java.io.tmpdir") + "/./");
    try {
      assertThatThrownBy(() -> run(TellingTestCases.class, "tells"))
          .isInstanceOf(ForkFailedException.class)
          .hasMessageEndingWith(": up, %s/./, false".formatted(before.get("java.io.tmpdir")));
    } finally {
      System.clearProperty(USER_PROPERTY);
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

  static class SkippedTestCases {
    @Disabled("on Sundays")
    @Test
    void skipped() {}
  }

  @Test
  void skippedTestIsReported() {
    assertThatThrownBy(() -> run(SkippedTestCases.class, "skipped"))
        .isInstanceOf(ForkFailedException.class)
        .hasMessage("in a fresh JVM the test was skipped: on Sundays");
  }

  @Test
  void missingLauncherIsReported(@TempDir Path folder) throws Exception {
    Path request = folder.resolve("request");
    Path reply = folder.resolve("reply");
    ForkRequest.write(new ForkedTest(ENDLESS_TEST, Map.of()), request, reply);
    String withoutLauncher =
        Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains("junit-platform-launcher"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process = start(withoutLauncher, ForkMain.class, request, folder.resolve("out"));
    try {
      // its standard input stays open, so it does not end as it would without a parent
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
      assertThatThrownBy(() -> ForkReply.read(reply))
          .isInstanceOf(ForkFailedException.class)
          .hasMessageStartingWith(
              "there is no launcher of JUnit in the fresh JVM, add"
                  + " org.junit.platform:junit-platform-launcher to the tests' runtime class path:"
                  + " java.lang.ClassNotFoundException: org.junit.platform.launcher.");
    } finally {
      process.destroyForcibly();
    }
  }

  /** Program that runs a test in a fresh JVM and prints why that JVM measured nothing. */
  public static final class Parent {

    private Parent() {}

    public static void main(String[] arguments) throws Exception {
      try {
        run(OptionsTestCases.class, "tells");
      } catch (ForkFailedException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  static class OptionsTestCases {
    @Test
    void tells() {
      long given =
          ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
              .filter("-Dtare.test.tool=set"::equals)
              .count();
      throw new IllegalStateException(
          "%s, given %s times, %s"
              .formatted(
                  System.getProperty("tare.test.tool"), given, System.getenv("JAVA_TOOL_OPTIONS")));
    }
  }

  @Test
  void optionsOfTheEnvironmentArePassedOnce(@TempDir Path folder) throws Exception {
    Path out = folder.resolve("out");
    ProcessBuilder builder =
        builder(System.getProperty("java.class.path", ""), Parent.class, folder, out);
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Dtare.test.tool=set");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
      assertThat(out)
          .content()
          .contains("in a fresh JVM the test threw")
          .contains(": set, given 1 times, null");
    } finally {
      process.destroyForcibly();
    }
  }

  private static ProcessBuilder builder(String classPath, Class<?> main, Path argument, Path out) {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            classPath,
            main.getName(),
            argument.toString())
        .redirectErrorStream(true)
        .redirectOutput(out.toFile());
  }

  private static Process start(String classPath, Class<?> main, Path argument, Path out)
      throws IOException {
    return builder(classPath, main, argument, out).start();
  }

  @Test
  void freshJvmEndsWithItsParent(@TempDir Path folder) throws Exception {
    Path request = folder.resolve("request");
    ForkRequest.write(new ForkedTest(ENDLESS_TEST, Map.of()), request, folder.resolve("reply"));
    Process process =
        start(
            System.getProperty("java.class.path", ""),
            ForkMain.class,
            request,
            folder.resolve("out"));
    try {
      // the operating system closes the pipe, too, when the parent dies
      process.getOutputStream().close();

      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isEqualTo(3);
    } finally {
      process.destroyForcibly();
    }
  }
}
