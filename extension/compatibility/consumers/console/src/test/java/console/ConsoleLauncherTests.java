package console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@code StockTests} by each console launcher that Maven has copied to a folder. */
class ConsoleLauncherTests {

  private static final String AGENT = "-XX:+EnableDynamicAgentLoading";

  /** A run of the launcher that has ended. */
  private record Run(int exitCode, String output, Path reports) {

    String page() throws IOException {
      return Files.readString(reports.resolve("report.html"));
    }
  }

  private static Run run(String version, String option, String... arguments)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(Path.of("target", "console", "runs"));
    Path reports = Files.createTempDirectory(folder, version + "-");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(option);
    command.add("-XX:TieredStopAtLevel=1"); // ends sooner
    command.add("-Dfile.encoding=UTF-8");
    command.add("-Dstdout.encoding=UTF-8");
    command.add("-Dtare.report.directory=" + reports);
    command.add("-jar");
    command.add("target/console/junit-platform-console-standalone-" + version + ".jar");
    command.addAll(List.of("execute", "--scan-class-path=target/test-classes"));
    command.addAll(List.of("--class-path", classPath("")));
    command.addAll(List.of("--include-package=shop", "--disable-banner", "--disable-ansi-colors"));
    command.addAll(List.of(arguments));
    Path output = reports.resolve("output.txt");
    int exitCode =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    return new Run(exitCode, Files.readString(output, UTF_8), reports);
  }

  /** Returns the part of the class path that a user of the console launcher has: no JUnit. */
  private static String classPath(String name) {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(path -> path.matches(".*(test-classes|tare-junit-jupiter|assertj|byte-buddy).*"))
        .filter(path -> path.contains(name))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.10.5", "1.14.4", "6.1.3"})
  void failuresAreInTheTreeAndInTheTable(String version) throws Exception {
    Run run = run(version, AGENT, "--details=tree");

    assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
    assertThat(run.output())
        .contains("copiesInALambda() ✘ Allocated bytes of StockTests.copiesInALambda() 32 B exceed 0 B")
        .contains("keeps one array more ✘ Retained size of StockTests.Delivered.keepsTwoArrays() ")
        .contains("isMistyped() ✘ @MaxAllocatedBytes(\"12 XB\") on StockTests.Delivered.isMistyped()")
        .containsOnlyOnce("Tare: 2 within, 2 exceeded")
        .contains("[         5 tests found           ]", "[         3 tests failed          ]")
        .doesNotContain("WARNING");
    assertThat(run.page()).containsOnlyOnce("\"method\":\"keepsTwoArrays\"");
  }

  @Test
  void selectedTestsPassWithTheJarAsAgent() throws Exception {
    Run run = run("6.1.3", "-javaagent:" + classPath("tare-junit-jupiter"), "--details=summary", "--include-tag=within");

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output())
        .contains("Tare: 2 within; file:", "[         2 tests successful      ]")
        .doesNotContain("WARNING");
  }
}
