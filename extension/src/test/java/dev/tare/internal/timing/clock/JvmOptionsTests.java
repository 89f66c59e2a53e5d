package dev.tare.internal.timing.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Remark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that change how fast code runs, in real and in simulated JVMs. */
class JvmOptionsTests {

  private static JvmOptions with(Map<String, String> flags) {
    return new JvmOptions(flag -> Optional.ofNullable(flags.get(flag)), true, false);
  }

  @Test
  void jvmWithoutFlagsHasNoPhrases() {
    JvmOptions options = with(Map.of());

    assertThat(options.unoptimized()).isEmpty();
    assertThat(options.slowStart()).isEmpty();
    assertThat(options.slowing()).isEmpty();
    assertThat(options.harmless()).isEmpty();
  }

  @Test
  void compilationThatStopsBelowTheOptimizerIsFound() {
    assertThat(with(Map.of("TieredCompilation", "true", "TieredStopAtLevel", "3")).unoptimized())
        .contains("no method is optimized (-XX:TieredStopAtLevel=3)");
    assertThat(with(Map.of("TieredCompilation", "true", "TieredStopAtLevel", "4")).unoptimized())
        .isEmpty();
    assertThat(with(Map.of("TieredCompilation", "false", "TieredStopAtLevel", "1")).unoptimized())
        .isEmpty();
  }

  @Test
  void debugBuildsAndSystemAssertionsAreReported() {
    JvmOptions options = new JvmOptions(flag -> Optional.empty(), false, true);

    assertThat(options.slowing())
        .extracting(Remark::text)
        .containsExactly(
            "a debug build of the JVM", "-esa: the JDK's classes check their assertions");
  }

  @Test
  void commandsThatChangeNoCodeAreNotReported() {
    assertThat(with(Map.of("CompileCommand", "quiet\nblackhole,a.B::c")).slowing()).isEmpty();
    assertThat(with(Map.of("CompileCommand", "quiet\nexclude,a.B::c")).slowing()).hasSize(1);
    assertThat(with(Map.of("CompileOnly", "a.B")).slowing()).hasSize(1);
  }

  @Test
  void anotherCompilerIsReportedAsHarmless() {
    JvmOptions options = with(Map.of("UseJVMCICompiler", "true"));

    assertThat(options.harmless()).hasSize(1);
    assertThat(options.slowing()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Xint                           | no method is compiled",
        "-XX:TieredStopAtLevel=0         | no method is compiled",
        "-XX:TieredStopAtLevel=1         | no method is optimized (-XX:TieredStopAtLevel=1)",
        "-XX:TieredStopAtLevel=3         | no method is optimized (-XX:TieredStopAtLevel=3)",
        "-XX:CompilationMode=quick-only  | no method is optimized (-XX:CompilationMode=quick-only)"
      })
  void aJvmWithoutTheOptimizerIsFound(String option, String phrase) throws Exception {
    List<String> told = toldBy(option);

    assertThat(told.get(0)).startsWith("unoptimized: " + phrase);
    assertThat(told.get(1)).startsWith("slow start: " + phrase);
    assertThat(told).filteredOn(line -> line.startsWith("slowing: ")).hasSize(1);
  }

  @Test
  void eachOptionThatOptimizesOtherwiseIsALine() throws Exception {
    assertLines(
        toldBy("-Xbatch", "-Xcheck:jni", "-esa", "-XX:-Inline"),
        "harmless: -Xbatch: calls wait",
        "slowing: -Xcheck:jni: each call",
        "slowing: -esa: the JDK's classes",
        "slowing: -XX:-Inline");
    assertLines(
        toldBy(
            "-XX:-BackgroundCompilation",
            "-XX:-DoEscapeAnalysis",
            "-XX:-UseTLAB",
            "-XX:CompileCommand=exclude,a.B::c"),
        "harmless: -Xbatch: calls wait",
        "slowing: -XX:-DoEscapeAnalysis",
        "slowing: -XX:-UseTLAB",
        "slowing: -XX:CompileCommand");
    // otherwise everything would be compiled
    assertLines(
        toldBy("-Xcomp", "-XX:CompileOnly=a.B"),
        "slowing: -Xcomp: each method",
        "slowing: -XX:CompileOnly");
  }

  private static void assertLines(List<String> told, String... beginnings) {
    assertThat(told.get(0)).isEqualTo("unoptimized: -");
    assertThat(told)
        .filteredOn(line -> line.matches("(slowing|harmless): .*"))
        .hasSize(beginnings.length);
    for (String beginning : beginnings) {
      assertThat(told).filteredOn(line -> line.startsWith(beginning)).hasSize(1);
    }
  }

  @Test
  void verificationOfTheHeapIsReported() throws Exception {
    assertThat(toldBy("-XX:+UnlockDiagnosticVMOptions", "-XX:+VerifyBeforeGC"))
        .contains("slowing: -XX:+VerifyBeforeGC: the heap is verified at collections");
  }

  @Test
  void optimizingModesAreNotReported() throws Exception {
    assertThat(toldBy("-Xmx64m", "-ea", "-XX:-TieredCompilation", "-XX:+UseSerialGC"))
        .containsExactly("unoptimized: -", "slow start: -");
  }

  @Test
  void optionsOfTheEnvironmentAreFound() throws Exception {
    ProcessBuilder builder = jvm();
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Xint");

    assertThat(told(builder).get(0)).startsWith("unoptimized: no method is compiled");
  }

  private static List<String> toldBy(String... options) throws Exception {
    return told(jvm(options));
  }

  private static ProcessBuilder jvm(String... options) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(options));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Teller.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    return builder;
  }

  private static List<String> told(ProcessBuilder builder)
      throws IOException, InterruptedException {
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return out.lines().filter(line -> !line.startsWith("CompileCommand:")).toList();
  }

  /** Prints the options that are found in its own JVM. */
  static final class Teller {

    private Teller() {}

    public static void main(String[] args) {
      JvmOptions options = JvmOptions.ofThisJvm();
      System.out.println("unoptimized: " + options.unoptimized().orElse("-"));
      System.out.println("slow start: " + options.slowStart().orElse("-"));
      options.slowing().forEach(phrase -> System.out.println("slowing: " + phrase));
      options.harmless().forEach(phrase -> System.out.println("harmless: " + phrase));
    }
  }
}
