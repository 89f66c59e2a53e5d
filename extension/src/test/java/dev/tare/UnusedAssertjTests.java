package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.SameOnEveryJdk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@SameOnEveryJdk
class UnusedAssertjTests {

  private static final String LOADING = "-XX:+EnableDynamicAgentLoading";

  /** Jars of the modules that Tare requires, without the optional ones. */
  private static final Pattern REQUIRED =
      Pattern.compile(
          "opentest4j|junit-(jupiter-(api|engine)|platform-(commons|engine|launcher))-");

  /** Jars of the libraries that the built jar contains under names of its own. */
  private static final Pattern CONTAINED = Pattern.compile("gson|javassist|commons-");

  @TempDir Path folder;

  static Stream<Boolean> presence() {
    return SampledMatrix.of("whether AssertJ is present", 1, List.of(false, true));
  }

  @ParameterizedTest
  @MethodSource("presence")
  void testsWithoutAssertjLoadNothingOfIt(boolean present) {
    String classPath = path(entry -> present || !entry.contains("assertj"));

    ChildJvm run = ChildJvm.run(List.of(LOADING), classPath, UnusedAssertjProbe.class, "none");

    assertThat(run.out().lines())
        .contains("module = null", "succeeded = 2", "failed = 1")
        .anyMatch(line -> line.startsWith("loaded: ") && line.contains("TareExtension"))
        .noneMatch(line -> line.contains("assertj"));
  }

  @ParameterizedTest
  @MethodSource("presence")
  void modulesWithoutAssertjLoadNothingOfIt(boolean present) throws Exception {
    Path own = ChildJvm.home(Tare.class);
    Path tests = ChildJvm.home(UnusedAssertjProbe.class);
    String modules =
        path(
            entry ->
                REQUIRED.matcher(entry).find()
                    || (present && (entry.contains("assertj") || entry.contains("byte-buddy"))));

    ChildJvm run =
        ChildJvm.start(
            List.of(
                LOADING,
                "--class-path",
                path(entry -> CONTAINED.matcher(entry).find()),
                "--add-reads",
                "dev.tare=ALL-UNNAMED",
                "--module-path",
                own + File.pathSeparator + modules,
                "--patch-module",
                "dev.tare=" + tests,
                "--add-modules",
                "org.junit.platform.launcher" + (present ? ",org.assertj.core" : ""),
                "--add-opens",
                "dev.tare/dev.tare=org.junit.platform.commons",
                "--module",
                "dev.tare/" + UnusedAssertjProbe.class.getName(),
                folder.toString()));

    assertThat(run.out().lines())
        .as(run.err())
        .contains("module = dev.tare", "succeeded = 2", "failed = 1")
        .anyMatch(line -> line.startsWith("Tare: 1 within;"))
        .anyMatch(line -> line.startsWith("Tare: 0 within, 1 exceeded;"))
        .anyMatch(line -> line.startsWith("loaded: ") && line.contains("TareExtension"))
        .noneMatch(line -> line.contains("assertj"));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.startsWith("verdicts-"))
          .hasSize(1);
    }
  }

  private static String path(Predicate<String> selected) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(selected)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
